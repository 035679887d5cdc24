// Dictionaries that packages are compressed with: the first packages that were written under a framework. A dictionary
// never changes, because the packages that were compressed with it need it.

import { createHash } from 'node:crypto';
import type { ComputationPackage } from '@rf-indicators/engine';
import type { Database } from '../../store/schema.ts';
import type { Queries, Store, Writes } from '../../store/store.ts';

/** With four packages the compressed ones are a quarter smaller than with one; more make little difference. */
const MOST_PACKAGES = 4;

export type Dictionary = Database['package_dictionaries'];

/** What compression needs of a dictionary. */
export interface DictionaryBytes {
  id: number;
  bytes: Uint8Array;
}

/** By id, for all stores of the process: the same id always means the same content. */
const known = new Map<number, DictionaryBytes>();

/** 48 bits of the SHA-256, so that two nodes that make the same dictionary give it the same id. */
export function dictionaryId(content: string): number {
  return createHash('sha256').update(content).digest().readUIntBE(0, 6);
}

/** null if it is what was written. */
export function dictionaryProblem({ id, methodology_digest, packages, content }: Dictionary): string | null {
  if (dictionaryId(content) !== id) return 'does not match its id';
  const lines = content.split('\n');
  return packages === lines.length && lines.every((line) => isOfFramework(line, methodology_digest))
    ? null
    : 'has another framework or number of packages than its content';
}

function isOfFramework(text: string, digest: string): boolean {
  try {
    return (JSON.parse(text) as Partial<ComputationPackage>).methodology_digest === digest;
  } catch {
    return false;
  }
}

/** Throws for a dictionary that is missing or damaged. */
export async function readDictionary(db: Queries | Writes, id: number): Promise<DictionaryBytes> {
  const cached = known.get(id);
  if (cached !== undefined) return cached;
  const row = await db
    .selectFrom('package_dictionaries')
    .select('content')
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new Error(`its dictionary ${id} is missing`);
  if (dictionaryId(row.content) !== id) throw new Error(`its dictionary ${id} is damaged`);
  return keep(id, row.content);
}

function keep(id: number, content: string): DictionaryBytes {
  const dictionary = { id, bytes: Buffer.from(content) };
  known.set(id, dictionary);
  return dictionary;
}

/**
 * The dictionary for new packages of a framework. The first packages become its dictionary. If they were fewer than it
 * takes, a later write that has more of them makes a better one.
 */
export async function dictionaryFor(
  store: Store,
  methodologyDigest: string,
  texts: readonly string[],
): Promise<DictionaryBytes> {
  const found = await largestOf(store.db, methodologyDigest);
  if (found !== undefined && isLargeEnough(found, texts)) return readDictionary(store.db, found.id);
  const id = await store.transaction(async (writes) => {
    const current = await largestOf(writes, methodologyDigest);
    if (current !== undefined && isLargeEnough(current, texts)) return current.id;
    const chosen = typicalOf(texts);
    const content = chosen.join('\n');
    const made = { id: dictionaryId(content), methodology_digest: methodologyDigest, content };
    await writes
      .insertInto('package_dictionaries')
      .values({ ...made, packages: chosen.length })
      // Another node may make the same one at the same time.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return made.id;
  });
  return readDictionary(store.db, id);
}

/** One package of each planner type, because their inputs differ, and then the first of the others. */
function typicalOf(texts: readonly string[]): string[] {
  const types = texts.map((text) => (JSON.parse(text) as ComputationPackage).provider.planner_type);
  const isFirst = (at: number) => types.indexOf(types[at]!) === at;
  const inOrder = [...texts.filter((_, at) => isFirst(at)), ...texts.filter((_, at) => !isFirst(at))];
  return inOrder.slice(0, MOST_PACKAGES);
}

function largestOf(
  db: Queries | Writes,
  methodologyDigest: string,
): Promise<Pick<Dictionary, 'id' | 'packages'> | undefined> {
  return db
    .selectFrom('package_dictionaries')
    .select(['id', 'packages'])
    .where('methodology_digest', '=', methodologyDigest)
    .orderBy('packages', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

function isLargeEnough({ packages }: Pick<Dictionary, 'packages'>, texts: readonly string[]): boolean {
  return packages >= Math.min(texts.length, MOST_PACKAGES);
}
