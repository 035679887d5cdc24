// Checks a range of the record chain: that each entry follows from the one before it, its MAC, and the rows that it is
// about. Ranges do not depend on each other, so that several threads can share the chain.

import type { Finding, ReportFinding } from '../../log/findings.ts';
import { inPortions } from '../../store/bulk.ts';
import { chainKeyOf } from '../../store/records/bound.ts';
import {
  type AuthorityTip,
  type ChainEntry,
  FIRST_AUTHORITY,
  FIRST_LINK,
  nextLink,
} from '../../store/records/chain.ts';
import { type RecordProblem, rowsProblem } from '../../store/records/entry-check.ts';
import { MacCheck } from '../../store/records/mac-check.ts';
import { rowKey } from '../../store/records/tracker.ts';
import { chainedColumns, chainOf, orderOf, type Row, TABLES, type Table } from '../../store/schema.ts';
import { type Queries, untyped } from '../../store/store.ts';
import { largeListProblem, MOST_ROWS } from './large-lists.ts';

const ENTRIES_AT_ONCE = 1000;
const KEYS_AT_ONCE = 100;
const LISTS_AT_ONCE = 200;

/** By number, both included. */
export interface EntryRange {
  from: number;
  to: number;
}

/** The first range begins here: somebody may have added entries before the first one. */
export const BEFORE_FIRST = Number.MIN_SAFE_INTEGER;

export interface CheckedEntries {
  findings: Finding[];
  /** Tables in which rows are missing, so that the number of their rows says nothing about rows that were added. */
  missing: Table[];
}

/** `withoutMac`: entries up to this one are older than MACs. */
export async function checkEntries(
  db: Queries,
  range: EntryRange,
  withoutMac: number,
): Promise<CheckedEntries> {
  const findings: Finding[] = [];
  const report: ReportFinding = (record, problem) => findings.push({ record, problem });
  const missing = new Set<Table>();
  const links = await linkCheck(db, range, withoutMac, report);
  for await (const entries of portionsOf(db, range)) {
    for (const entry of entries) links.check(entry);
    await checkUnsalted(db, entries, report);
    for (const [name, ofTable] of Map.groupBy(entries, ({ table_name }) => table_name)) {
      const chain = chainOf(name);
      if (chain === 'none') continue;
      const table = name as Table;
      const noted = (entry: ChainEntry, problem: RecordProblem | null, rows: number) => {
        if (rows < entry.row_count) missing.add(table);
        if (problem !== null && !(rows < entry.row_count && TABLES[table].rowsExpire))
          report(problem.record, problem.problem);
      };
      if (chain === 'rows') await compareRows(db, table, ofTable, noted);
      else await compareLists(db, table, ofTable, noted);
    }
  }
  links.end();
  return { findings, missing: [...missing] };
}

async function* portionsOf(db: Queries, { from, to }: EntryRange): AsyncGenerator<ChainEntry[]> {
  for (let next = from; next <= to; ) {
    const entries = await db
      .selectFrom('record_chain')
      .selectAll()
      .where('seq', '>=', next)
      .where('seq', '<=', to)
      .orderBy('seq')
      .limit(ENTRIES_AT_ONCE)
      .execute();
    if (entries.length === 0) return;
    yield entries;
    next = entries.at(-1)!.seq + 1;
  }
}

/** What is known of the entries before the one that is checked next. */
async function linkCheck(db: Queries, { from, to }: EntryRange, withoutMac: number, report: ReportFinding) {
  const first = Math.max(from, 1);
  const key = chainKeyOf(db);
  const macs = key && new MacCheck(key, await authorityBefore(db, first, withoutMac));
  let expected = first;
  /** null if the entry is missing. */
  let before: string | null = first === 1 ? FIRST_LINK : await linkOf(db, first - 1);
  return {
    check(entry: ChainEntry): void {
      const record = `record_chain ${entry.seq}`;
      if (entry.seq < 1) {
        report(record, 'comes before the first entry: somebody added it');
        return;
      }
      if (entry.seq !== expected) {
        report(`record_chain ${expected}`, 'is missing');
        before = null;
      }
      if (before !== null && nextLink(before, entry) !== entry.link)
        report(record, 'does not follow from the entry before it');
      const wrong = entry.seq > withoutMac && macs !== null ? macs.problemOf(entry) : null;
      if (wrong !== null) report(record, wrong);
      // From here on with what is stored, so that one change is one finding.
      before = entry.link;
      expected = entry.seq + 1;
    },
    end(): void {
      if (expected <= to) report(`record_chain ${expected}`, 'is missing');
    },
  };
}

async function linkOf(db: Queries, seq: number): Promise<string | null> {
  const entry = await db.selectFrom('record_chain').select('link').where('seq', '=', seq).executeTakeFirst();
  return entry?.link ?? null;
}

/** The last authority entry before this one, in the order of the chain, among those that have MACs. */
async function authorityBefore(db: Queries, seq: number, withoutMac: number): Promise<AuthorityTip> {
  const entry = await db
    .selectFrom('record_chain')
    .select(['authority_seq', 'link'])
    .where('seq', '<', seq)
    .where('seq', '>', Math.min(withoutMac, Number.MAX_SAFE_INTEGER))
    .where('seq', '>', 0)
    .where('authority_seq', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return entry === undefined ? FIRST_AUTHORITY : { authority_seq: entry.authority_seq!, link: entry.link };
}

/**
 * Only an entry that a later one replaced has no salt; another one without it would hide a row. The entries of lists are
 * never replaced. An entry without a key would hide itself.
 */
async function checkUnsalted(
  db: Queries,
  entries: readonly ChainEntry[],
  report: ReportFinding,
): Promise<void> {
  const replaced = new Map<string, ChainEntry[]>();
  for (const entry of entries) {
    const { table_name, salt, row_key, seq } = entry;
    const chain = chainOf(table_name);
    if (chain === 'none' || (salt !== null && (chain === 'lists' || row_key !== null))) continue;
    if (chain === 'lists' || row_key === null) report(`record_chain ${seq}`, 'has lost its salt');
    else replaced.set(table_name, [...(replaced.get(table_name) ?? []), entry]);
  }
  for (const [table, unsalted] of replaced) {
    for (const portion of inPortions(unsalted, KEYS_AT_ONCE)) {
      const current = await currentEntries(
        db,
        table,
        portion.map(({ row_key }) => row_key!),
      );
      for (const { seq, row_key } of portion)
        if (!((current.get(row_key!) ?? 0) > seq)) report(`record_chain ${seq}`, 'has lost its salt');
    }
  }
}

/** By key, the number of the newest entry that has a salt. */
export async function currentEntries(
  db: Queries,
  table: string,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('record_chain')
    .select(['row_key', 'seq'])
    .where('table_name', '=', table)
    .where('row_key', 'in', keys)
    // So that the index of current entries is used.
    .where('salt', 'is not', null)
    .where('row_key', 'is not', null)
    .orderBy('seq')
    .execute();
  return new Map(rows.map(({ row_key, seq }) => [row_key!, seq]));
}

type Noted = (entry: ChainEntry, problem: RecordProblem | null, rows: number) => void;

async function compareRows(
  db: Queries,
  table: Table,
  entries: readonly ChainEntry[],
  noted: Noted,
): Promise<void> {
  const current = entries.filter(({ salt, row_key }) => salt !== null && row_key !== null);
  for (const portion of inPortions(current, KEYS_AT_ONCE)) {
    const keys = portion.map(({ row_key }) => keyValues(table, row_key!)).filter((key) => key !== null);
    const rows = keys.length === 0 ? [] : await rowsByKeys(db, table, keys);
    const byKey = new Map(rows.map((row) => [rowKey(table, row), row]));
    for (const entry of portion) {
      const row = byKey.get(entry.row_key!);
      const found = row === undefined ? [] : [row];
      noted(entry, rowsProblem(entry, found), found.length);
    }
  }
}

type KeyValues = readonly (string | number)[];

/** null if the key is not one of this table: somebody changed it. A value of another type would be an error of the database. */
function keyValues(table: Table, key: string): KeyValues | null {
  try {
    const values = JSON.parse(key) as unknown;
    const columns = orderOf(table);
    const isKey =
      Array.isArray(values) &&
      values.length === columns.length &&
      columns.every((column, at) =>
        TABLES[table].columns[column]!.spec.type === 'text'
          ? typeof values[at] === 'string' && !values[at].includes('\0')
          : Number.isSafeInteger(values[at]),
      );
    return isKey ? (values as KeyValues) : null;
  } catch {
    return null;
  }
}

async function rowsByKeys(db: Queries, table: Table, keys: readonly KeyValues[]): Promise<Row[]> {
  const columns = orderOf(table);
  const query = untyped(db).selectFrom(table).select(chainedColumns(table));
  const [column] = columns;
  const rows =
    columns.length === 1
      ? query.where(
          column!,
          'in',
          keys.map(([value]) => value!),
        )
      : query.where(({ eb, and, or }) =>
          or(keys.map((values) => and(columns.map((name, at) => eb(name, '=', values[at]))))),
        );
  return (await rows.execute()) as Row[];
}

async function compareLists(
  db: Queries,
  table: Table,
  entries: readonly ChainEntry[],
  noted: Noted,
): Promise<void> {
  const current = entries.filter(({ salt }) => salt !== null);
  for (const portion of portionsByRows(current)) {
    const lists = portion.flatMap(({ list }) => (list === null ? [] : [list]));
    const [first] = portion;
    if (portion.length === 1 && first!.row_count > MOST_ROWS && lists.length === 1) {
      const { problem, rows } = await largeListProblem(db, table, first!);
      noted(first!, problem, rows);
      continue;
    }
    const rows =
      lists.length === 0
        ? []
        : ((await untyped(db)
            .selectFrom(table)
            .select([...chainedColumns(table), 'chain_list'])
            .where('chain_list', 'in', lists)
            .execute()) as Row[]);
    const byList = Map.groupBy(rows, ({ chain_list }) => chain_list as number);
    for (const entry of portion) {
      const found = entry.list === null ? [] : (byList.get(entry.list) ?? []);
      noted(entry, rowsProblem(entry, found), found.length);
    }
  }
}

/** Portions that have few rows together, or one list. */
function* portionsByRows(entries: readonly ChainEntry[]): Generator<ChainEntry[]> {
  let portion: ChainEntry[] = [];
  let rows = 0;
  for (const entry of entries) {
    if (portion.length > 0 && (rows + entry.row_count > MOST_ROWS || portion.length >= LISTS_AT_ONCE)) {
      yield portion;
      portion = [];
      rows = 0;
    }
    portion.push(entry);
    rows += entry.row_count;
  }
  if (portion.length > 0) yield portion;
}

/** Ranges of the chain that threads can share. */
export function entryRanges(from: number, to: number, atOnce: number): EntryRange[] {
  const ranges: EntryRange[] = [];
  for (let at = Math.max(from, 1); at <= to; at += atOnce)
    ranges.push({ from: at, to: Math.min(at + atOnce - 1, to) });
  if (from < 1) ranges.unshift({ from: BEFORE_FIRST, to: 0 });
  return ranges;
}
