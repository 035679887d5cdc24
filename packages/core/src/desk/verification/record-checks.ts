// Checks what concerns the record chain as a whole: since when it has MACs, its baseline, that records which are only added
// have one entry each, and the seals in the log.

import type { ReportFinding } from '../../log/findings.ts';
import { type MacLeaf, macLeaves } from '../../log/mac-leaf.ts';
import { inPortions } from '../../store/bulk.ts';
import { chainKeyOf } from '../../store/records/bound.ts';
import {
  type ChainBaseline,
  chainBaseline,
  chainTip,
  FIRST_LINK,
  shownKey,
} from '../../store/records/chain.ts';
import { CHAINED_TABLES, chainOf, erasableColumns, isTable, TABLES } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import { checkSeals, linksAt, parsedSeal } from './seal-checks.ts';

const KEYS_AT_ONCE = 1000;

export interface CheckedRecords {
  /** The number of entries of the record chain. */
  entries: number;
  /** The entries that the log covers. */
  sealed: number;
  /** null if the store has had its record chain from the beginning. */
  baseline: ChainBaseline | null;
  /** Entries up to this one are older than MACs; 0 if all have one. */
  without_mac: number;
  /** false if there was no master key to check the MACs with. */
  macs_checked: boolean;
}

/**
 * Everything about the record chain but its entries and their rows, which are parts of their own. Of the seals before
 * `fromLeaf` only what they say of the chain is checked, not the facts before them.
 */
export async function checkRecords(
  db: Queries,
  { leaves, withoutMac }: MacBeginning,
  fromLeaf: number,
  report: ReportFinding,
): Promise<CheckedRecords> {
  const { seq: entries } = await chainTip(db);
  await checkMacLeaves(db, leaves, report);
  await checkOnlyAdded(db, withoutMac + (leaves[0]?.found ?? 0), report);
  const baseline = await checkBaseline(db, report);
  const sealed = await checkSeals(db, { entries, from: baseline?.seq ?? 0, fromLeaf }, report);
  return { entries, sealed, baseline, without_mac: withoutMac, macs_checked: chainKeyOf(db) !== null };
}

/** Since when the record chain has MACs. */
export interface MacBeginning {
  leaves: readonly MacLeaf[];
  /** Entries up to this one have none. */
  withoutMac: number;
}

/** `isBeforeMacs`: the store is about to get its first MACs, so its entries have none. */
export async function readMacBeginning(
  db: Queries,
  isBeforeMacs: boolean,
  report: ReportFinding,
): Promise<MacBeginning> {
  const leaves = await readMacLeaves(db, report);
  return { leaves, withoutMac: isBeforeMacs ? Number.POSITIVE_INFINITY : (leaves[0]?.count ?? 0) };
}

async function readMacLeaves(db: Queries, report: ReportFinding): Promise<MacLeaf[]> {
  try {
    return await macLeaves(db);
  } catch {
    report('log_leaves', 'have a leaf of kind macs that cannot be read');
    return [];
  }
}

/** MACs begin once, at an entry that the leaf names. */
async function checkMacLeaves(db: Queries, leaves: readonly MacLeaf[], report: ReportFinding): Promise<void> {
  for (const { idx } of leaves.slice(1))
    report(`log_leaves ${idx}`, 'says that MACs began a second time: entries before it may have been forged');
  const [first] = leaves;
  if (first === undefined) return;
  const { idx, count, head, tree_size } = first;
  if (tree_size !== idx) report(`log_leaves ${idx}`, `was made for a log of ${tree_size} leaves`);
  if ((count === 0 ? FIRST_LINK : (await linksAt(db, [count])).get(count)) !== head)
    report('record_chain', `is not the one that MACs began for, at entry ${count}`);
}

/**
 * The rows of append-only tables have one entry each. A later one must be an erasure that names who and which act. `since`:
 * entries up to this one are not looked at.
 */
async function checkOnlyAdded(db: Queries, since: number, report: ReportFinding): Promise<void> {
  if (!Number.isFinite(since)) return;
  const kinds = await db
    .selectFrom('record_chain')
    .select(['seq', 'table_name', 'row_key', 'row_count', 'kind', 'note'])
    .where('seq', '>', since)
    .where(({ eb, or, and }) =>
      or([eb('kind', 'is not', null), and([eb('table_name', 'in', ONLY_ADDED), eb('row_count', '<>', 1)])]),
    )
    .execute();
  // By number, because an entry can be both.
  const suspicious = new Map([...kinds, ...(await laterEntries(db))].map((entry) => [entry.seq, entry]));
  for (const entry of [...suspicious.values()].sort((a, b) => a.seq - b.seq)) {
    const { table_name, row_key, row_count, kind, note, seq } = entry;
    if (seq <= since) continue;
    const record = `${table_name} ${shownKey(row_key ?? '')}`;
    const isErasable = isTable(table_name) && erasableColumns(table_name).length > 0;
    if (row_count !== 1) report(record, `was deleted at entry ${seq}, but such a record is never deleted`);
    else if (kind === null)
      report(record, `was replaced at entry ${seq}, but such a record is never changed`);
    else if (!isErasable || !isRedactionNote(note))
      report(record, `was erased at entry ${seq} without saying who did it, or where nothing is erased`);
  }
}

const ONLY_ADDED = CHAINED_TABLES.filter((table) => TABLES[table].appendOnly && chainOf(table) === 'rows');

/** The entries of append-only rows that have one already, all but the first of each row. Found in one pass over the chain. */
async function laterEntries(db: Queries) {
  const keys = await db
    .selectFrom('record_chain')
    .select(['table_name', 'row_key', ({ fn }) => fn.min('seq').as('first')])
    .where('table_name', 'in', ONLY_ADDED)
    .groupBy(['table_name', 'row_key'])
    .having(({ fn }) => fn.countAll(), '>', 1)
    .execute();
  const later = [];
  for (const [table, ofTable] of Map.groupBy(keys, ({ table_name }) => table_name)) {
    for (const portion of inPortions(ofTable, KEYS_AT_ONCE)) {
      const first = new Map(portion.map((key) => [key.row_key, Number(key.first)]));
      const entries = await db
        .selectFrom('record_chain')
        .select(['seq', 'table_name', 'row_key', 'row_count', 'kind', 'note'])
        .where('table_name', '=', table)
        .where('row_key', 'in', [...first.keys()])
        .execute();
      later.push(...entries.filter(({ seq, row_key }) => seq > first.get(row_key)!));
    }
  }
  return later;
}

function isRedactionNote(note: string | null): boolean {
  try {
    const { act, by } = JSON.parse(note ?? '') as { act?: unknown; by?: unknown };
    return typeof act === 'string' && typeof by === 'string';
  } catch {
    return false;
  }
}

/** Rows are taken as they are found once, before anything is sealed. */
async function checkBaseline(db: Queries, report: ReportFinding): Promise<ChainBaseline | null> {
  const entries = await db
    .selectFrom('record_chain')
    .select('seq')
    .where('table_name', '=', 'baseline')
    .orderBy('seq')
    .execute();
  const first = await db
    .selectFrom('log_leaves')
    .select('leaf')
    .where('kind', '=', 'records')
    .orderBy('idx')
    .limit(1)
    .executeTakeFirst();
  const sealed = (first && parsedSeal(first.leaf)?.count) ?? Number.POSITIVE_INFINITY;
  for (const [index, { seq }] of entries.entries())
    if (index > 0 || seq > sealed)
      report(`record_chain ${seq}`, 'takes rows as they were found, after the chain had begun');
  return chainBaseline(db);
}
