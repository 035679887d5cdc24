// What was recorded in some tables since an entry of the record chain, for code that keeps what it read in memory. Entries are
// numbered in the order in which transactions commit.

import type { Table } from '../schema.ts';
import type { Queries } from '../store.ts';

export interface RecordedChanges {
  /** The newest entry. */
  newest: number;
  /** The lists of rows that were added to each table: their `chain_list`. */
  lists: ReadonlyMap<Table, readonly number[]>;
  /** The first column of the keys of single rows, by table. */
  keys: ReadonlyMap<Table, readonly string[]>;
}

export async function newestEntry(db: Queries): Promise<number> {
  const { newest } = await db
    .selectFrom('record_chain')
    .select(({ fn }) => fn.max('seq').as('newest'))
    .executeTakeFirstOrThrow();
  return Number(newest ?? 0);
}

export async function changesSince(
  db: Queries,
  entry: number,
  tables: readonly Table[],
): Promise<RecordedChanges> {
  const newest = await newestEntry(db);
  const lists = new Map<Table, number[]>();
  const keys = new Map<Table, string[]>();
  if (newest === entry) return { newest, lists, keys };
  const entries = await db
    .selectFrom('record_chain')
    .select(['table_name', 'list', 'row_key'])
    .where('seq', '>', entry)
    .where('seq', '<=', newest)
    .where('table_name', 'in', [...tables])
    .execute();
  for (const { table_name, list, row_key } of entries) {
    if (list !== null) add(lists, table_name, Number(list));
    if (row_key !== null) add(keys, table_name, String((JSON.parse(row_key) as unknown[])[0]));
  }
  return { newest, lists, keys };
}

function add<Value>(to: Map<Table, Value[]>, table: string, value: Value): void {
  const values = to.get(table as Table);
  if (values === undefined) to.set(table as Table, [value]);
  else values.push(value);
}
