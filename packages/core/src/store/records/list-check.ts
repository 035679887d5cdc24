// Compares rows of tables that have one entry per transaction with their entries, at the moment of use: rows that somebody
// changed or added are found. A row that somebody removed is found only by rf verify --all.

import { inPortions } from '../bulk.ts';
import { chainedColumns, type Row, type Table } from '../schema.ts';
import { type Queries, untyped, type Writes } from '../store.ts';
import { boundTo } from './bound.ts';
import { linkedEntries } from './chain.ts';
import { type RecordProblem, rowsProblem } from './entry-check.ts';
import { forgedEntry } from './forged-entry.ts';

const LISTS_AT_ONCE = 200;

/** Remembers what it has compared, so it is made anew for each piece of work. */
export class ListCheck {
  readonly #sound = new Set<number>();

  /** The first problem of the lists that rows with these values of a column belong to; null if there is none. */
  async problemOf(
    db: Queries | Writes,
    table: Table,
    column: string,
    values: readonly string[],
  ): Promise<RecordProblem | null> {
    const lists = new Set<number>();
    for (const portion of inPortions(values)) {
      const rows = (await untyped(db)
        .selectFrom(table)
        .select(['chain_list', column])
        .where(column, 'in', portion)
        .execute()) as Row[];
      const unlisted = rows.find(({ chain_list }) => chain_list === null);
      if (unlisted !== undefined) return addedBySomebody(table, String(unlisted[column]));
      for (const { chain_list } of rows) lists.add(chain_list as number);
    }
    // What the transaction itself has added gets its entry when it ends.
    const own = boundTo(db).tracker?.writes.lists.get(table);
    if (own !== undefined) lists.delete(own);
    for (const portion of inPortions([...lists.difference(this.#sound)], LISTS_AT_ONCE)) {
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
    }
    return null;
  }
}

function addedBySomebody(table: Table, which: string): RecordProblem {
  return { record: `${table} ${which}`, problem: 'is not a record of this program: somebody added it' };
}
