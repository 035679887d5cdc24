// Reads the whole store as of one instant, row by row, while others keep writing.

import { sql } from 'kysely';
import { connectStore } from './connect.ts';
import { bind, boundTo } from './records/bound.ts';
import { columnsOf, orderOf, type Row, rowsAtOnce, type Table } from './schema.ts';
import {
  type ConnectOptions,
  type Queries,
  type Store,
  type StoreKind,
  type StoreLocation,
  untyped,
} from './store.ts';

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
    return await inSnapshot(store, work);
  } finally {
    await store.close();
  }
}

/** With a connection of a store that is open. */
export function inSnapshot<T>(store: Store, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const snapshotOn = (db: Queries) => {
    bind(db, boundTo(store.db));
    return work({ db, rowsOf: (table) => rowsOf(db, store.kind, table) });
  };
  return store.kind === 'sqlite'
    ? store.db.connection().execute((db) => inSqliteSnapshot(db, snapshotOn))
    : store.db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(snapshotOn);
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

/** The columns have the order of the definition, so that two stores with the same rows have the same backup. */
function rowsOf(db: Queries, kind: StoreKind, table: Table): AsyncIterable<Row> {
  return kind === 'sqlite' ? streamed(db, table) : throughCursor(db, table);
}

function streamed(db: Queries, table: Table): AsyncIterable<Row> {
  let query = untyped(db)
    .selectFrom(table)
    .select(Object.keys(columnsOf(table)));
  for (const column of orderOf(table)) query = query.orderBy(column);
  return query.stream();
}

/** Fetches in batches. Text is ordered by bytes and nulls come first, as on SQLite, whatever the locale of the database. */
async function* throughCursor(db: Queries, table: Table): AsyncGenerator<Row> {
  const columns = columnsOf(table);
  const order = orderOf(table).map((column) =>
    columns[column]!.spec.type === 'text' ? sql`${sql.ref(column)} collate "C" nulls first` : sql.ref(column),
  );
  const selected = Object.keys(columns).map((column) => sql.ref(column));
  await sql`declare backup_rows no scroll cursor for
    select ${sql.join(selected)} from ${sql.table(table)} order by ${sql.join(order)}`.execute(db);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.raw(String(rowsAtOnce(table)))} from backup_rows`.execute(db);
    if (rows.length === 0) break;
    yield* rows;
  }
  await sql`close backup_rows`.execute(db);
}
