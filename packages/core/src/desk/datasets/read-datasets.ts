// Reads daily dumps and their index.

import type { Queries, Writes } from '../../store/store.ts';
import type { DatasetIndex } from './record.ts';

export async function readDatasetIndex(db: Queries | Writes): Promise<DatasetIndex> {
  const rows = await db
    .selectFrom('datasets')
    .select(['record', 'made_at', 'index_signature'])
    .orderBy('date')
    .execute();
  const newest = rows.at(-1);
  return {
    datasets: rows.map(({ record }) => JSON.parse(record)),
    signature: newest === undefined ? null : JSON.parse(newest.index_signature),
    madeAt: newest?.made_at ?? 0,
  };
}

/** The compressed file of a day; null if there is none. */
export async function readDataset(
  db: Queries,
  date: string,
): Promise<{ bytes: Uint8Array; madeAt: number } | null> {
  const row = await db
    .selectFrom('datasets')
    .select(['bytes', 'made_at'])
    .where('date', '=', date)
    .executeTakeFirst();
  return row === undefined ? null : { bytes: row.bytes, madeAt: row.made_at };
}

export async function hasDataset(db: Queries, date: string): Promise<boolean> {
  const row = await db.selectFrom('datasets').select('date').where('date', '=', date).executeTakeFirst();
  return row !== undefined;
}
