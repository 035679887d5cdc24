// Leaves out rows that somebody else wrote, at the moment of use: of tables with an entry for each row that are not in the
// index of who may do what.

import { inPortions } from '../bulk.ts';
import type { Row, Table } from '../schema.ts';
import type { Queries, Writes } from '../store.ts';
import { altered } from './before-change.ts';
import { boundTo } from './bound.ts';
import { isLinked, linkedEntries, newestEntries } from './chain.ts';
import { rowsProblem } from './entry-check.ts';
import { entriesWithoutMac, forgedEntries } from './forged-entry.ts';
import { authorityTipAt, MacCheck } from './mac-check.ts';
import { rowKey } from './tracker.ts';

const ROWS_AT_ONCE = 100;
const ENTRIES_AT_ONCE = 1000;
/** Between the row and its entry, another process may have written both. */
const MOST_ATTEMPTS = 3;

/**
 * `read` selects all columns of the rows. Rows that the transaction itself has written are believed, because they get their
 * entries when it ends. With `throughout`, nothing is read from a chain with a gap or a change since the entries of the rows:
 * there, somebody may have taken away the entry that says that a row was deleted, and put the row back.
 */
export async function recordedRows<R extends object>(
  db: Queries | Writes,
  table: Table,
  read: () => Promise<R[]>,
  { throughout = false }: { throughout?: boolean } = {},
): Promise<R[]> {
  const { tracker } = boundTo(db);
  for (let attempt = 1; ; attempt += 1) {
    const rows = await read();
    const places = await placesOf(db, table, rows as Row[]);
    const recorded = rows.filter((_, index) => places[index] !== null);
    const isAgain = tracker === undefined && attempt < MOST_ATTEMPTS;
    if (recorded.length < rows.length && isAgain) continue;
    const oldest = Math.min(...places.filter((place) => place !== null));
    if (throughout && Number.isFinite(oldest)) await requireWholeSince(db, oldest);
    return recorded;
  }
}

/** For each row the number of its entry; null if the row is not the one that this program recorded last. */
async function placesOf(
  db: Queries | Writes,
  table: Table,
  rows: readonly Row[],
): Promise<(number | null)[]> {
  const { tracker } = boundTo(db);
  const places: (number | null)[] = [];
  for (const portion of inPortions(rows, ROWS_AT_ONCE)) {
    const keys = portion.map((row) => rowKey(table, row));
    const entries = await newestEntries(db, table, keys);
    const forged = new Set(await forgedEntries(db, entries));
    const entryOf = new Map(entries.map((entry) => [entry.row_key, entry]));
    for (const [index, row] of portion.entries()) {
      const entry = entryOf.get(keys[index]!);
      if (tracker?.hasWritten(table, keys[index]!) === true) places.push(Number.POSITIVE_INFINITY);
      else if (entry === undefined || entry.salt === null || forged.has(entry)) places.push(null);
      else places.push(rowsProblem(entry, [row]) === null ? entry.seq : null);
    }
  }
  return places;
}

/** No entry from this one on was taken away or changed. */
async function requireWholeSince(db: Queries | Writes, seq: number): Promise<void> {
  // Entries from before MACs were verified when MACs began.
  let next = Math.max(seq, (await entriesWithoutMac(db)) + 1);
  const macs = new MacCheck(boundTo(db).chainKey(), await authorityTipAt(db, next - 1));
  for (;;) {
    const entries = await linkedEntries(db)
      .where('e.seq', '>=', next)
      .orderBy('e.seq')
      .limit(ENTRIES_AT_ONCE)
      .execute();
    for (const entry of entries) {
      if (entry.seq !== next || !isLinked(entry) || macs.problemOf(entry) !== null)
        throw altered(`Entry ${next} of the record chain is missing or was changed`);
      next += 1;
    }
    if (entries.length < ENTRIES_AT_ONCE) return;
  }
}
