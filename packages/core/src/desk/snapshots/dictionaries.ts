// Dictionaries that templates are compressed with: the first templates of a framework, whose texts the others share.

import { createHash } from 'node:crypto';
import type { Database } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';

export type Dictionary = Pick<Database['snapshot_dictionaries'], 'id' | 'bytes'>;

/** With four templates, one of each planner type first, the compressed ones take 0.9 KB instead of 1.4 KB with one. */
const MOST_TEMPLATES = 4;

/** The SHA-256, so that two processes that make the same dictionary give it the same id. */
export function dictionaryId(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** One of each planner type, and then the first of the others. */
export function makeDictionary(templates: readonly { plannerType: string; template: string }[]): Dictionary {
  const isFirst = ({ plannerType }: { plannerType: string }, at: number) =>
    templates.findIndex((other) => other.plannerType === plannerType) === at;
  const inOrder = [...templates.filter(isFirst), ...templates.filter((one, at) => !isFirst(one, at))];
  const bytes = Buffer.from(
    inOrder
      .slice(0, MOST_TEMPLATES)
      .map(({ template }) => template)
      .join('\n'),
  );
  return { id: dictionaryId(bytes), bytes };
}

export async function dictionaryOf(db: Queries, methodologyDigest: string): Promise<Dictionary | null> {
  const found = await db
    .selectFrom('snapshot_dictionaries')
    .select(['id', 'bytes'])
    .where('methodology_digest', '=', methodologyDigest)
    .orderBy('id')
    .executeTakeFirst();
  return found ?? null;
}

export function readDictionary(db: Queries, id: string): Promise<Dictionary> {
  return db
    .selectFrom('snapshot_dictionaries')
    .select(['id', 'bytes'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
