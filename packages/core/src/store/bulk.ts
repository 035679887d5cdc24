// Batches of rows: databases limit how many values one statement may contain.

import type { Insertable } from 'kysely';
import type { Database } from './schema.ts';
import type { Writes } from './store.ts';

const ROWS_AT_ONCE = 1000;
/** An insert has a placeholder for each value; larger batches cost memory and are no faster. */
const WRITTEN_AT_ONCE = 100;

export function* inPortions<T>(items: readonly T[], atOnce = ROWS_AT_ONCE): Generator<T[]> {
  for (let at = 0; at < items.length; at += atOnce) yield items.slice(at, at + atOnce);
}

export async function insertAll<Table extends keyof Database>(
  writes: Writes,
  table: Table,
  rows: readonly Insertable<Database[Table]>[],
  { skipExisting = false }: { skipExisting?: boolean } = {},
): Promise<void> {
  for (const portion of inPortions(rows, WRITTEN_AT_ONCE)) {
    const insert = writes.insertInto(table).values(portion);
    await (skipExisting ? insert.onConflict((conflict) => conflict.doNothing()) : insert).execute();
  }
}
