// Compares a list of many rows with its entry in the record chain, without having all of them in memory: a publication can
// add a hundred thousand rows in one transaction.

import { inPortions } from '../../store/bulk.ts';
import { type ChainEntry, RowsDigest } from '../../store/records/chain.ts';
import { type RecordProblem, rowsProblem } from '../../store/records/entry-check.ts';
import { rowKey } from '../../store/records/tracker.ts';
import { chainedColumns, orderOf, type Row, type Table } from '../../store/schema.ts';
import { type Queries, untyped } from '../../store/store.ts';

/** So many rows are in memory at the same time. */
export const MOST_ROWS = 10_000;
const ROWS_AT_ONCE = 200;

/** `rows` is how many there are. */
export async function largeListProblem(
  db: Queries,
  table: Table,
  entry: ChainEntry,
): Promise<{ problem: RecordProblem | null; rows: number }> {
  const columns = orderOf(table);
  const keys = (await untyped(db)
    .selectFrom(table)
    .select(columns)
    .where('chain_list', '=', entry.list)
    .execute()) as Row[];
  // Rows without content have the right number and another digest.
  if (keys.length !== entry.row_count) return { problem: rowsProblem(entry, keys), rows: keys.length };
  const inOrder = keys
    .map((row) => ({ row, key: rowKey(table, row) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const digest = new RowsDigest(table, entry.salt!);
  for (const portion of inPortions(inOrder, ROWS_AT_ONCE)) {
    // By their keys alone: a database that considers the list, too, reads all of it for each portion.
    const rows = (await untyped(db)
      .selectFrom(table)
      .select([...chainedColumns(table), 'chain_list'])
      .where(({ eb, and, or }) =>
        columns.length === 1
          ? eb(
              columns[0]!,
              'in',
              portion.map(({ row }) => row[columns[0]!]),
            )
          : or(
              portion.map(({ row }) =>
                and(columns.map((name) => eb(name, row[name] === null ? 'is' : '=', row[name]))),
              ),
            ),
      )
      .execute()) as Row[];
    const ofThis = rows.filter(({ chain_list }) => chain_list === entry.list);
    const byKey = new Map(ofThis.map((row) => [rowKey(table, row), row]));
    for (const { key } of portion) {
      const row = byKey.get(key);
      if (row !== undefined) digest.add(row);
    }
  }
  return { problem: digest.end() === entry.digest ? null : rowsProblem(entry, keys), rows: keys.length };
}
