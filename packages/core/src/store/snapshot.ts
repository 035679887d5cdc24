// Reads the whole store as of one instant, row by row, while others keep writing.

import { sql } from 'kysely';
import { orderOf, type Row, rowsAtOnce, type Table, untyped } from './backup-tables.ts';
import { connectStore } from './connect.ts';
import type { ConnectOptions, Queries, StoreKind, StoreLocation } from './store.ts';

export interface Snapshot {
  db: Queries;
  rowsOf(table: Table): AsyncIterable<Row>;
}

/** On its own connection, so that no other query waits for it. */
export async function withSnapshot<T>(
  location: StoreLocation,
  work: (snapshot: Snapshot) => Promise<T>,
  options?: ConnectOptions,
): Promise<T> {
  const store = await connectStore(location, options);
  try {
    const snapshotOn = (db: Queries) => work({ db, rowsOf: (table) => rowsOf(db, store.kind, table) });
    return store.kind === 'sqlite'
      ? await store.db.connection().execute((db) => inSqliteSnapshot(db, snapshotOn))
      : await store.db
          .transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only')
          .execute(snapshotOn);
  } finally {
    await store.close();
  }
}

/** A plain `begin` takes no write lock; from the first read on, the WAL provides a consistent snapshot. */
async function inSqliteSnapshot<T>(db: Queries, work: (db: Queries) => Promise<T>): Promise<T> {
  await sql`begin`.execute(db);
  try {
    return await work(db);
  } finally {
    await sql`rollback`.execute(db);
  }
}

function rowsOf(db: Queries, kind: StoreKind, table: Table): AsyncIterable<Row> {
  return kind === 'sqlite' ? streamed(db, table) : throughCursor(db, table);
}

function streamed(db: Queries, table: Table): AsyncIterable<Row> {
  let query = untyped(db).selectFrom(table).selectAll();
  for (const { column } of orderOf(table)) query = query.orderBy(column);
  return query.stream();
}

/** Fetches in batches. Text is ordered by bytes and nulls come first, as on SQLite, whatever the locale of the database. */
async function* throughCursor(db: Queries, table: Table): AsyncGenerator<Row> {
  const columns = orderOf(table).map(({ column, numeric }) =>
    numeric ? sql.ref(column) : sql`${sql.ref(column)} collate "C" nulls first`,
  );
  await sql`declare backup_rows no scroll cursor for
    select * from ${sql.table(table)} order by ${sql.join(columns)}`.execute(db);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.raw(String(rowsAtOnce(table)))} from backup_rows`.execute(db);
    if (rows.length === 0) break;
    yield* rows;
  }
  await sql`close backup_rows`.execute(db);
}
