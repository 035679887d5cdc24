// Finds rows that have no entry in the record chain. The rows of all entries were compared before, so that a table with as
// many rows as its entries has no other rows, and need not be read again.

import { sql } from 'kysely';
import type { ReportFinding } from '../../log/findings.ts';
import { shownKey } from '../../store/records/chain.ts';
import { rowKey } from '../../store/records/tracker.ts';
import { CHAINED_TABLES, chainOf, orderOf, type Row, TABLES, type Table } from '../../store/schema.ts';
import { type Queries, untyped } from '../../store/store.ts';
import { currentEntries } from './entry-checks.ts';

const ROWS_AT_ONCE = 1000;
const ADDED = 'is not a record of this program: somebody added it';

interface ComparedRows {
  /** Tables in which rows are missing. Rows that were added there could have taken their place. */
  missing: ReadonlySet<Table>;
  /** Whether the rows of all entries were compared. If not, what the number of rows alone shows is a finding. */
  isWhole: boolean;
}

export async function checkAddedRows(
  db: Queries,
  { missing, isWhole }: ComparedRows,
  report: ReportFinding,
): Promise<void> {
  const recorded = await recordedRows(db);
  for (const table of CHAINED_TABLES) {
    const { rowsExpire } = TABLES[table];
    const expected = recorded.get(table) ?? 0;
    const rows = await countRows(db, table);
    if (rows === expected && !missing.has(table) && !rowsExpire) continue;
    let added = 0;
    for await (const row of await rowsWithoutEntry(db, table)) {
      report(`${table} ${shownKey(rowKey(table, row))}`, ADDED);
      added += 1;
    }
    if (!isWhole && !rowsExpire && rows - added !== expected)
      report(table, `has ${rows} rows, but ${expected} were recorded`);
  }
}

/** By table, how many rows its entries are about. */
async function recordedRows(db: Queries): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('record_chain')
    .select(['table_name', sql<number | string>`sum(row_count)`.as('rows')])
    .where('salt', 'is not', null)
    .groupBy('table_name')
    .execute();
  return new Map(rows.map(({ table_name, rows: count }) => [table_name, Number(count)]));
}

async function countRows(db: Queries, table: Table): Promise<number> {
  const { count } = await untyped(db)
    .selectFrom(table)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function rowsWithoutEntry(db: Queries, table: Table): AsyncIterable<Row> | Promise<Row[]> {
  return chainOf(table) === 'rows' ? rowsWithoutKey(db, table) : rowsWithoutList(db, table);
}

async function* rowsWithoutKey(db: Queries, table: Table): AsyncGenerator<Row> {
  const key = orderOf(table);
  for (let last: unknown[] | null = null; ; ) {
    let query = untyped(db).selectFrom(table).select(key).limit(ROWS_AT_ONCE);
    for (const column of key) query = query.orderBy(column);
    if (last !== null) {
      const columns = sql.join(key.map((column) => sql.ref(column)));
      query = query.where(sql<boolean>`(${columns}) > (${sql.join(last)})`);
    }
    const rows = (await query.execute()) as Row[];
    if (rows.length === 0) return;
    const known = await currentEntries(
      db,
      table,
      rows.map((row) => rowKey(table, row)),
    );
    yield* rows.filter((row) => !known.has(rowKey(table, row)));
    if (rows.length < ROWS_AT_ONCE) return;
    last = key.map((column) => rows.at(-1)![column]);
  }
}

async function rowsWithoutList(db: Queries, table: Table): Promise<Row[]> {
  const rows = await untyped(db)
    .selectFrom(table)
    .select(orderOf(table))
    .where(({ eb, or, not, exists, selectFrom }) =>
      or([
        eb('chain_list', 'is', null),
        not(
          exists(
            selectFrom('record_chain')
              .select('seq')
              .where('table_name', '=', table)
              .whereRef('list', '=', `${table}.chain_list` as never),
          ),
        ),
      ]),
    )
    .execute();
  return rows as Row[];
}
