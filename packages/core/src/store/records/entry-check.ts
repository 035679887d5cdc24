// Compares the rows of a table with their entry in the record chain.

import type { Row, Table } from '../schema.ts';
import type { Queries } from '../store.ts';
import { type ChainEntry, digestRows, rowsOfList, rowsWithKeys, shownKey } from './chain.ts';

export interface RecordProblem {
  record: string;
  problem: string;
}

/** null if the rows are those that the entry is about; an entry that was replaced says nothing about rows any more. */
export async function entryProblem(db: Queries, entry: ChainEntry): Promise<RecordProblem | null> {
  if (entry.salt === null) return null;
  const table = entry.table_name as Table;
  const rows =
    entry.list === null
      ? await rowsWithKeys(db, table, [entry.row_key!])
      : await rowsOfList(db, table, entry.list);
  return rowsProblem(entry, rows);
}

export function rowsProblem(entry: ChainEntry, rows: readonly Row[]): RecordProblem | null {
  const { table_name, row_key, list, row_count, salt, digest } = entry;
  const record = row_key === null ? `${table_name} (list ${list})` : `${table_name} ${shownKey(row_key)}`;
  if (rows.length < row_count) {
    const problem = row_key === null ? `has ${rows.length} of ${row_count} rows` : 'is missing';
    return { record, problem };
  }
  if (rows.length > row_count) {
    const problem =
      row_key === null ? `has ${rows.length} rows instead of ${row_count}` : 'was deleted, but is there';
    return { record, problem };
  }
  if (digestRows(table_name as Table, salt!, rows) === digest) return null;
  return { record, problem: 'is not what was recorded: somebody changed it' };
}
