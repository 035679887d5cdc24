// Reads rows that decide who may do what, and leaves out those that somebody else wrote: they grant nothing.

import { hasAuthority, type Row, TABLE_NAMES, TABLES, type Table } from '../schema.ts';
import { type Queries, untyped, type Writes } from '../store.ts';
import { ForgedAuthority } from './authority.ts';
import { boundTo } from './bound.ts';
import { shownKey } from './chain.ts';
import { rowKey } from './tracker.ts';

/** Between the row and its entry, another process may have written both. */
const MOST_ATTEMPTS = 3;
/** A serialization failure, so that PostgreSQL's store repeats the transaction, which then sees the newest rows. */
export function olderThanOthers(): Error {
  return Object.assign(new Error('The transaction began before records that others wrote.'), {
    code: '40001',
  });
}

/** A row of one table, as a part of what a query gives. */
interface Part {
  table: Table;
  row: Row;
}

/** `read` selects all columns of the rows. */
export function provedRows<R extends object>(
  db: Queries | Writes,
  table: Table,
  read: () => Promise<R[]>,
): Promise<R[]> {
  return provedParts(db, read, (row) => [{ table, row: row as Row }]);
}

/**
 * For queries that join tables: leaves out what has a part that is not proved. Rows that the transaction itself has written
 * are believed, because they get their entries when it ends.
 */
export async function provedParts<R extends object>(
  db: Queries | Writes,
  read: () => Promise<R[]>,
  partsOf: (row: R) => readonly Part[],
): Promise<R[]> {
  const placed = await placedParts(db, read, partsOf);
  return placed.map(({ row }) => row);
}

/** What a query gave, and the place of the newest entry of all its parts: of two states of a row, the higher is newer. */
export interface Placed<R> {
  row: R;
  place: number;
}

/** As `provedParts`. */
export async function placedParts<R extends object>(
  db: Queries | Writes,
  read: () => Promise<R[]>,
  partsOf: (row: R) => readonly Part[],
): Promise<Placed<R>[]> {
  const { authority, tracker } = boundTo(db);
  const written = tracker?.writes.rows;
  const placeOf = ({ table, row }: Part) =>
    authority.placeOf(table, row) ??
    (written?.get(table)?.has(rowKey(table, row)) === true ? Number.POSITIVE_INFINITY : null);
  for (let attempt = 1; ; attempt += 1) {
    const rows = await read();
    const isNewest = await authority.follow(db, tracker);
    const proved = rows.flatMap((row): Placed<R>[] => {
      const places = partsOf(row).map(placeOf);
      return places.includes(null) ? [] : [{ row, place: Math.max(...(places as number[])) }];
    });
    if (proved.length === rows.length) return proved;
    if (tracker !== undefined && !isNewest) throw olderThanOthers();
    if (tracker !== undefined || attempt === MOST_ATTEMPTS) return proved;
  }
}

/** Whether this transaction has written the row, which gets its entry when the transaction ends. */
export function isOwnWrite(db: Queries | Writes, table: Table, row: Row): boolean {
  return boundTo(db).tracker?.writes.rows.get(table)?.has(rowKey(table, row)) === true;
}

export async function provedRow<R extends object>(
  db: Queries | Writes,
  table: Table,
  read: () => Promise<R | undefined>,
): Promise<R | undefined> {
  const [row] = await provedRows(db, table, async () => {
    const found = await read();
    return found === undefined ? [] : [found];
  });
  return row;
}

/**
 * For a small table in which a missing row would grant something, such as the state of the founding. Rows that the
 * transaction itself has deleted are not missing.
 */
export async function wholeTable<R extends object>(
  db: Queries | Writes,
  table: Table,
  read: () => Promise<R[]>,
): Promise<R[]> {
  const { authority, tracker } = boundTo(db);
  for (let attempt = 1; ; attempt += 1) {
    const rows = await provedRows(db, table, read);
    const there = new Set(rows.map((row) => rowKey(table, row as Row)));
    const missing = [...authority.keysOf(table)].find(
      (key) => !there.has(key) && tracker?.hasWritten(table, key) !== true,
    );
    if (missing === undefined) return rows;
    // Others may have added it since the rows were read.
    if (tracker !== undefined && !(await authority.follow(db, tracker))) throw olderThanOthers();
    if (tracker !== undefined || attempt === MOST_ATTEMPTS)
      throw new ForgedAuthority(`${table} ${shownKey(missing)} is missing or was changed`);
  }
}

/** Whether the program recorded a row with this key and did not delete it, even if it is missing now. */
export async function wasRecorded(
  db: Queries | Writes,
  table: Table,
  key: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const { authority, tracker } = boundTo(db);
  await authority.follow(db, tracker);
  return authority.keysOf(table).has(rowKey(table, key));
}

/** The keys of the rows that the program recorded and did not delete, even if they are missing now. */
export async function recordedKeys(db: Queries | Writes, table: Table): Promise<unknown[][]> {
  const { authority, tracker } = boundTo(db);
  await authority.follow(db, tracker);
  const written = tracker?.writes.rows.get(table) ?? new Set();
  return [...authority.keysOf(table).union(written)].map((key) => JSON.parse(key) as unknown[]);
}

/** By table and key, the rows that are not those of this program, or are missing. */
export async function unprovedRows(
  db: Queries | Writes,
  tables: readonly Table[] = TABLE_NAMES.filter(hasAuthority),
): Promise<{ rows: number; unproved: string[] }> {
  const unproved: string[] = [];
  let rows = 0;
  for (const table of tables) {
    const read = () => untyped(db).selectFrom(table).selectAll().execute() as Promise<Row[]>;
    const proved = new Set((await provedRows(db, table, read)).map((row) => rowKey(table, row)));
    const present = new Set((await read()).map((row) => rowKey(table, row)));
    const recorded = TABLES[table].rowsExpire ? proved : boundTo(db).authority.keysOf(table);
    for (const key of present.union(recorded).difference(proved)) unproved.push(`${table} ${shownKey(key)}`);
    rows += proved.size;
  }
  return { rows, unproved };
}
