// Compresses the packages that older versions wrote as text, in small transactions while the service is running. It can be
// interrupted at any moment, and other nodes may do the same at the same time: each package is compressed once.

import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Queries, Store } from '../../store/store.ts';
import { decompressText } from './compression.ts';
import { readDictionary } from './dictionaries.ts';
import { compressTexts } from './write.ts';

const PACKAGES_AT_ONCE = 20;
/** Other writers get their turn between two transactions. */
const PAUSE_MS = 50;

export interface CompressionRound {
  compressed: number;
  /** Packages that are still uncompressed. */
  left: number;
}

/** Works for about the given time. */
export async function compressOlderPackages(store: Store, forMs: number): Promise<CompressionRound> {
  const until = performance.now() + forMs;
  let compressed = 0;
  for (let last = ''; ; ) {
    const rows = await uncompressedAfter(store.db, last);
    if (rows.length === 0) break;
    compressed += await compressRows(store, rows);
    last = rows.at(-1)!.package_hash;
    if (performance.now() > until) break;
    await wait(PAUSE_MS);
  }
  return { compressed, left: await countUncompressed(store.db) };
}

type UncompressedRow = Awaited<ReturnType<typeof uncompressedAfter>>[number];

function uncompressedAfter(db: Queries, last: string) {
  return db
    .selectFrom('packages')
    .select(['package_hash', 'methodology_digest', 'uncompressed'])
    .where('compressed', 'is', null)
    .where('package_hash', '>', last)
    .orderBy('package_hash')
    .limit(PACKAGES_AT_ONCE)
    .execute();
}

async function compressRows(store: Store, rows: readonly UncompressedRow[]): Promise<number> {
  // Somebody changed the others. They stay as they are, for rf verify to report.
  const intact = rows.filter(
    ({ package_hash, uncompressed }) =>
      createHash('sha256').update(uncompressed).digest('hex') === package_hash,
  );
  const texts = intact.map(({ methodology_digest, uncompressed: text }) => ({ methodology_digest, text }));
  const compressed = await compressTexts(store, texts);
  for (const [index, { dictionary_id, ...content }] of compressed.entries()) {
    const { bytes } = await readDictionary(store.db, dictionary_id);
    if (decompressText(content, bytes) !== texts[index]!.text)
      throw new Error(`The package ${intact[index]!.package_hash} was not compressed correctly.`);
  }
  if (intact.length === 0) return 0;
  return store.transaction(async (writes) => {
    let changed = 0;
    for (const [index, columns] of compressed.entries()) {
      const { numUpdatedRows } = await writes
        .updateTable('packages')
        .set({ ...columns, uncompressed: '' })
        .where('package_hash', '=', intact[index]!.package_hash)
        .where('compressed', 'is', null)
        .executeTakeFirstOrThrow();
      changed += Number(numUpdatedRows);
    }
    return changed;
  });
}

async function countUncompressed(db: Queries): Promise<number> {
  const { count } = await db
    .selectFrom('packages')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('compressed', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
