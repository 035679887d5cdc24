// Compares rows of tables that have one entry per transaction with their entries, at the moment of use: rows that somebody
// changed or added are found. A row that somebody removed is found only by rf verify --all.

import { inPortions } from '../bulk.ts';
import { chainedColumns, type Row, type Table } from '../schema.ts';
import { type Queries, untyped, type Writes } from '../store.ts';
import type { AuthorityIndex } from './authority.ts';
import { boundTo } from './bound.ts';
import { digestRows, linkedEntries } from './chain.ts';
import { type RecordProblem, rowsProblem } from './entry-check.ts';
import { forgedEntry } from './forged-entry.ts';
import { type RowKey, rowKey } from './tracker.ts';

const LISTS_AT_ONCE = 200;

/** Remembers what it has compared, so it is made anew for each piece of work. */
export class ListCheck {
  readonly #sound = new Set<number>();
  readonly #onSound: ((list: number, rows: readonly Row[]) => void) | undefined;

  /** `onSound` is called with each list that was compared, and its rows. */
  constructor(onSound?: (list: number, rows: readonly Row[]) => void) {
    this.#onSound = onSound;
  }

  /**
   * The first problem of the lists that rows with these values of a column, and with those of `within`, belong to; null if there
   * is none.
   */
  async problemOf(
    db: Queries | Writes,
    table: Table,
    column: string,
    values: readonly string[],
    within: Readonly<Record<string, string>> = {},
  ): Promise<RecordProblem | null> {
    const lists = new Set<number>();
    for (const portion of inPortions(values)) {
      let query = untyped(db).selectFrom(table).select(['chain_list', column]).where(column, 'in', portion);
      for (const [name, value] of Object.entries(within)) query = query.where(name, '=', value);
      const rows = (await query.execute()) as Row[];
      const unlisted = rows.find(({ chain_list }) => chain_list === null);
      if (unlisted !== undefined) return addedBySomebody(table, String(unlisted[column]));
      for (const { chain_list } of rows) lists.add(chain_list as number);
    }
    return this.problemOfLists(db, table, lists);
  }

  /** As `problemOf`. */
  async problemOfLists(
    db: Queries | Writes,
    table: Table,
    lists: ReadonlySet<number>,
  ): Promise<RecordProblem | null> {
    const own = ownList(db, table);
    const others = new Set([...lists].filter((list) => list !== own));
    for (const portion of inPortions([...others.difference(this.#sound)], LISTS_AT_ONCE)) {
      const problem = await this.#compare(db, table, portion);
      if (problem !== null) return problem;
    }
    return null;
  }

  async #compare(
    db: Queries | Writes,
    table: Table,
    lists: readonly number[],
  ): Promise<RecordProblem | null> {
    const entries = await linkedEntries(db)
      .where('e.table_name', '=', table)
      .where('e.list', 'in', lists)
      .execute();
    const rows = (await untyped(db)
      .selectFrom(table)
      .select([...chainedColumns(table), 'chain_list'])
      .where('chain_list', 'in', lists)
      .execute()) as Row[];
    const forged = await forgedEntry(db, entries);
    if (forged !== undefined) return addedBySomebody(table, `(list ${forged.list})`);
    const byList = Map.groupBy(rows, ({ chain_list }) => chain_list as number);
    const byEntry = new Map(entries.map((entry) => [entry.list, entry]));
    for (const list of lists) {
      const entry = byEntry.get(list);
      if (entry === undefined || entry.salt === null) return addedBySomebody(table, `(list ${list})`);
      const problem = rowsProblem(entry, byList.get(list) ?? []);
      if (problem !== null) return problem;
      this.#sound.add(list);
      this.#onSound?.(list, byList.get(list) ?? []);
    }
    return null;
  }
}

/** What the transaction itself has added gets its entry when it ends. */
function ownList(db: Queries | Writes, table: Table): number | undefined {
  return boundTo(db).tracker?.writes.lists.get(table);
}

const MOST_LISTS_KEPT = 10;

/** By table and list: the digests of the rows, in lists that were compared whole. The one that was used last is the last. */
type SoundLists = Map<string, ReadonlyMap<RowKey, string>>;
const soundLists = new WeakMap<AuthorityIndex, SoundLists>();

/**
 * The first problem of the rows with these values of a column. A list is compared whole once, and kept in memory: of a sheet
 * with thousands of rows that are decided on one after the other, each is then compared alone.
 */
export async function problemOfRows(
  db: Queries | Writes,
  table: Table,
  column: string,
  values: readonly string[],
): Promise<RecordProblem | null> {
  const { authority } = boundTo(db);
  const kept: SoundLists = soundLists.get(authority) ?? new Map();
  soundLists.set(authority, kept);
  const own = ownList(db, table);
  for (const portion of inPortions([...new Set(values)])) {
    const rows = (await untyped(db)
      .selectFrom(table)
      .select([...chainedColumns(table), 'chain_list'])
      .where(column, 'in', portion)
      .execute()) as Row[];
    const unlisted = rows.find(({ chain_list }) => chain_list === null);
    if (unlisted !== undefined) return addedBySomebody(table, String(unlisted[column]));
    const byList = Map.groupBy(rows, ({ chain_list }) => chain_list as number);
    if (own !== undefined) byList.delete(own);
    const sound = new Map<number, ReadonlyMap<RowKey, string>>();
    for (const list of byList.keys()) {
      const known = kept.get(`${table} ${list}`);
      if (known !== undefined) sound.set(list, known);
    }
    const check = new ListCheck((list, all) => sound.set(list, digestsOf(table, all)));
    const unknown = new Set(byList.keys()).difference(new Set(sound.keys()));
    const problem = await check.problemOfLists(db, table, unknown);
    if (problem !== null) return problem;
    for (const [list, listed] of byList) {
      const digests = sound.get(list)!;
      for (const [key, digest] of digestsOf(table, listed)) {
        if (digests.get(key) !== digest)
          return {
            record: `${table} (list ${list})`,
            problem: 'is not what was recorded: somebody changed it',
          };
      }
      kept.delete(`${table} ${list}`);
      kept.set(`${table} ${list}`, digests);
    }
  }
  for (const name of [...kept.keys()].slice(0, -MOST_LISTS_KEPT)) kept.delete(name);
  return null;
}

function digestsOf(table: Table, rows: readonly Row[]): Map<RowKey, string> {
  return new Map(rows.map((row) => [rowKey(table, row), digestRows(table, '', [row])]));
}

function addedBySomebody(table: Table, which: string): RecordProblem {
  return { record: `${table} ${which}`, problem: 'is not a record of this program: somebody added it' };
}
