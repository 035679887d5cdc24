// Checks the record chain: its links, the seals in the log, and every row that it has an entry for. A row that was changed,
// removed or added without the program is found.

import { sql } from 'kysely';
import { factLeaves } from '../../log/fact-leaves.ts';
import type { Finding, ReportFinding } from '../../log/findings.ts';
import { readSeal, type Seal } from '../../log/seal.ts';
import { inPortions } from '../../store/bulk.ts';
import { type ChainBaseline, chainBaseline, FIRST_LINK, nextLink } from '../../store/records/chain.ts';
import { rowsProblem, shownKey } from '../../store/records/entry-check.ts';
import { rowKey } from '../../store/records/tracker.ts';
import {
  CHAINED_TABLES,
  chainedColumns,
  chainOf,
  orderOf,
  type Row,
  type Table,
} from '../../store/schema.ts';
import { type Queries, untyped } from '../../store/store.ts';

const LISTS_AT_ONCE = 500;
const ROWS_AT_ONCE = 1000;

export interface CheckedRecords {
  /** The number of entries of the record chain. */
  entries: number;
  /** The entries that the log covers. */
  sealed: number;
  /** null if the store has had its record chain from the beginning. */
  baseline: ChainBaseline | null;
}

/** `tables` gives what checkTables found, which can be under way in other threads. */
export async function checkRecords(
  db: Queries,
  report: ReportFinding,
  tables: () => Promise<Finding[]>,
): Promise<CheckedRecords> {
  const links = await checkLinks(db, report);
  const baseline = await chainBaseline(db);
  const sealed = await checkSeals(db, links, baseline?.seq ?? 0, report);
  for (const { record, problem } of await tables()) report(record, problem);
  return { entries: links.length, sealed, baseline };
}

/** Compares the rows of chained tables with their entries. */
export async function checkTables(
  db: Queries,
  tables: readonly Table[] = CHAINED_TABLES,
): Promise<Finding[]> {
  const found: Finding[] = [];
  const report: ReportFinding = (record, problem) => found.push({ record, problem });
  const inRows = tables.filter((table) => chainOf(table) === 'rows');
  const unsalted = await unsaltedEntries(db, inRows);
  for (const table of tables) {
    for (const { seq } of unsalted.get(table) ?? []) report(`record_chain ${seq}`, 'has lost its salt');
    if (chainOf(table) === 'rows') await checkRows(db, table, report);
    else await checkLists(db, table, report);
  }
  return found;
}

/** Returns the link of each entry. */
async function checkLinks(db: Queries, report: ReportFinding): Promise<string[]> {
  const links: string[] = [];
  let link = FIRST_LINK;
  for (;;) {
    const entries = await db
      .selectFrom('record_chain')
      .selectAll()
      .where('seq', '>', links.length)
      .orderBy('seq')
      .limit(ROWS_AT_ONCE)
      .execute();
    if (entries.length === 0) return links;
    for (const entry of entries) {
      if (entry.seq !== links.length + 1) {
        report(`record_chain ${links.length + 1}`, 'is missing');
        return links;
      }
      const computed = nextLink(link, entry);
      if (computed !== entry.link)
        report(`record_chain ${entry.seq}`, 'does not follow from the entry before it');
      // From here on with what is stored, so that one change is one finding.
      link = entry.link;
      links.push(link);
    }
  }
}

/** Each seal in the log must cover the chain as it is, and follow the leaves of the facts since the seal before it. */
async function checkSeals(
  db: Queries,
  links: readonly string[],
  from: number,
  report: ReportFinding,
): Promise<number> {
  const rows = await db
    .selectFrom('log_leaves')
    .select(['idx', 'leaf'])
    .where('leaf', 'like', '%"leaf":"records"%')
    .orderBy('idx')
    .execute();
  let covered = from;
  let previous = 0;
  for (const { idx, leaf } of rows) {
    const seal = parsedSeal(leaf);
    if (seal === null) {
      report(`log_leaves ${idx}`, 'cannot be read as a seal of records');
      continue;
    }
    if (seal.count < previous) report(`log_leaves ${idx}`, 'covers fewer records than the leaf before it');
    if (seal.count > links.length)
      report('record_chain', `has ${links.length} entries, but the log covers ${seal.count}`);
    else if (links[seal.count - 1] !== seal.head)
      report('record_chain', `is not the one that the log covers up to entry ${seal.count}`);
    await checkFacts(db, idx, seal, covered, report);
    covered = Math.max(covered, seal.count);
    previous = seal.count;
  }
  await checkFactLeavesSealed(db, rows.at(-1)?.idx ?? -1, report);
  return previous;
}

function parsedSeal(leaf: string): Seal | null {
  try {
    return readSeal(leaf);
  } catch {
    return null;
  }
}

async function checkFacts(
  db: Queries,
  index: number,
  seal: Seal,
  after: number,
  report: ReportFinding,
): Promise<void> {
  const entries = await db
    .selectFrom('record_chain')
    .selectAll()
    .where('seq', '>', after)
    .where('seq', '<=', seal.count)
    .orderBy('seq')
    .execute();
  const expected = await factLeaves(db, entries, seal.at).catch(() => null);
  if (expected === null) {
    report(`log_leaves ${index}`, 'covers public facts that are missing');
    return;
  }
  const leaves = await db
    .selectFrom('log_leaves')
    .select(['kind', 'leaf'])
    .where('idx', '>=', index - expected.length)
    .where('idx', '<', index)
    .orderBy('idx')
    .execute();
  for (const [position, { kind, leaf }] of expected.entries()) {
    const stored = leaves[position];
    if (stored?.leaf !== leaf || stored.kind !== kind)
      report(`log_leaves ${index - expected.length + position}`, `is not what the store says of the ${kind}`);
  }
}

/** Facts become leaves together with a seal; any other one was made by somebody else. */
async function checkFactLeavesSealed(db: Queries, last: number, report: ReportFinding): Promise<void> {
  const rows = await db
    .selectFrom('log_leaves')
    .select('idx')
    .where('idx', '>', last)
    .where('kind', 'not in', ['statement', 'key_rotation', 'confirmation', 'baseline'])
    .execute();
  for (const { idx } of rows) report(`log_leaves ${idx}`, 'is a fact that no seal follows');
}

async function checkRows(db: Queries, table: Table, report: ReportFinding): Promise<void> {
  const entries = await db
    .selectFrom('record_chain')
    .selectAll()
    .where('table_name', '=', table)
    .where('salt', 'is not', null)
    // So that the index of current entries is used.
    .where('row_key', 'is not', null)
    .orderBy('seq')
    .execute();
  const current = new Map(entries.map((entry) => [entry.row_key!, entry]));
  for await (const row of allRows(db, table)) {
    const key = rowKey(table, row);
    const entry = current.get(key);
    current.delete(key);
    const problem =
      entry === undefined
        ? {
            record: `${table} ${shownKey(key)}`,
            problem: 'is not a record of this program: somebody added it',
          }
        : rowsProblem(entry, [row]);
    if (problem !== null) report(problem.record, problem.problem);
  }
  for (const entry of current.values()) {
    const problem = rowsProblem(entry, []);
    if (problem !== null) report(problem.record, problem.problem);
  }
}

/**
 * By table, the newest entries of rows that have no salt: only replaced entries have none, and another one without it would
 * hide a row from these checks. An entry without a key would hide itself. Asked of all tables at once, because this
 * reads the whole chain.
 */
async function unsaltedEntries(db: Queries, tables: readonly Table[]) {
  if (tables.length === 0) return new Map<string, never>();
  const newest = sql<number>`max(seq)`;
  const salted = sql<number | null>`max(case when salt is not null and row_key is not null then seq end)`;
  const entries = await db
    .selectFrom('record_chain')
    .select(['table_name', newest.as('seq')])
    .where('table_name', 'in', tables)
    .groupBy(['table_name', 'row_key'])
    .having(sql<boolean>`${salted} is null or ${salted} <> ${newest}`)
    .orderBy('seq')
    .execute();
  return Map.groupBy(entries, ({ table_name }) => table_name);
}

async function* allRows(db: Queries, table: Table): AsyncGenerator<Row> {
  const key = orderOf(table);
  let last: unknown[] | null = null;
  for (;;) {
    let query = untyped(db).selectFrom(table).select(chainedColumns(table)).limit(ROWS_AT_ONCE);
    for (const column of key) query = query.orderBy(column);
    if (last !== null) {
      const columns = sql.join(key.map((column) => sql.ref(column)));
      query = query.where(sql<boolean>`(${columns}) > (${sql.join(last)})`);
    }
    const rows = (await query.execute()) as Row[];
    yield* rows;
    if (rows.length < ROWS_AT_ONCE) return;
    last = key.map((column) => rows.at(-1)![column]);
  }
}

async function checkLists(db: Queries, table: Table, report: ReportFinding): Promise<void> {
  const entries = await db
    .selectFrom('record_chain')
    .selectAll()
    .where('table_name', '=', table)
    .orderBy('seq')
    .execute();
  const tables = untyped(db);
  for (const portion of inPortions(entries, LISTS_AT_ONCE)) {
    const lists = portion.map(({ list }) => list);
    const rows = (await tables
      .selectFrom(table)
      .select([...chainedColumns(table), 'chain_list'])
      .where('chain_list', 'in', lists)
      .execute()) as Row[];
    const byList = Map.groupBy(rows, ({ chain_list }) => chain_list as number);
    for (const entry of portion) {
      const problem =
        entry.salt === null
          ? { record: `record_chain ${entry.seq}`, problem: 'has lost its salt' }
          : rowsProblem(entry, byList.get(entry.list!) ?? []);
      if (problem !== null) report(problem.record, problem.problem);
    }
  }
  const unknown = (await tables
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
    .execute()) as Row[];
  for (const row of unknown)
    report(`${table} ${shownKey(rowKey(table, row))}`, 'is not a record of this program: somebody added it');
}
