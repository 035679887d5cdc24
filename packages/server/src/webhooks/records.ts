// Many rows in one statement: they go in as one JSON text, and the database takes them apart. That is one round trip
// and one prepared statement, however many there are.

import { type RawBuilder, sql } from 'kysely';
import type { Store, StoreKind, Writes } from '../store/store.ts';

export type ColumnType = 'text' | 'bigint';

/** A table expression with these columns, to stand after FROM with a name of its own. */
export function recordsFrom(
  kind: StoreKind,
  rows: readonly Readonly<Record<string, unknown>>[],
  columns: Readonly<Record<string, ColumnType>>,
  name: string,
): RawBuilder<unknown> {
  const json = JSON.stringify(rows);
  const names = Object.keys(columns);
  if (kind === 'postgres') {
    const typed = names.map((column) => `${column} ${columns[column]}`).join(', ');
    return sql`json_to_recordset(${json}::json) as ${sql.raw(`${name}(${typed})`)}`;
  }
  const taken = names.map((column) => `value ->> '${column}' as ${column}`).join(', ');
  return sql`(select ${sql.raw(taken)} from json_each(${json})) as ${sql.raw(name)}`;
}

/**
 * A transaction for the queue: rows are locked where it matters, and nothing is repeated. The serializable ones that
 * publishing takes would make nodes that share the queue undo each other's work.
 */
export function briefly<T>({ db }: Store, work: (writes: Writes) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('read committed').execute(work);
}

/** SQLite has one writer at a time and needs no row locks. */
export function lockingRows(kind: StoreKind, clause: 'for update' | 'for share'): RawBuilder<unknown> {
  return sql.raw(kind === 'postgres' ? clause : '');
}
