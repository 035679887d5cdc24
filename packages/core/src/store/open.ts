// Opens a store: PostgreSQL if DATABASE_URL is set, otherwise SQLite in the data folder. Only `rf migrate` changes the tables
// of a store that exists: it also verifies the store before anything is taken over.

import { connectStore } from './connect.ts';
import {
  IncompatibleStore,
  migrate,
  readMigrations,
  requireCurrentMigrations,
  requireUsable,
} from './migrate.ts';
import { knows, MIGRATIONS } from './migrations.ts';
import type { PostgresGuard } from './postgres.ts';
import type { ConnectOptions, Store, StoreLocation } from './store.ts';

/** Opens a store that exists, and refuses one with pending migrations. */
export function openStore(location: StoreLocation, options?: ConnectOptions): Promise<Store> {
  return openWith(location, options, ({ db }) => requireUsable(db));
}

/** Opens a store, and creates its tables in a database that is empty. */
export function createStore(location: StoreLocation, options?: ConnectOptions): Promise<Store> {
  return openWith(location, options, async ({ db, kind }) => {
    const isNew = (await readMigrations(db)).applied.length === 0;
    await (isNew ? migrate(db, kind) : requireUsable(db));
  });
}

/**
 * Opens a store for a thread of the service, which has checked it before. A database that does not respond fails
 * queries and not the thread, so that the thread can continue when the database is back.
 */
export async function openServedStore(location: StoreLocation, options: ConnectOptions): Promise<Store> {
  if (location.databaseUrl === null) return openStore(location);
  return connectStore(location, { ...options, guard: requireKnown });
}

/** Opens the store without migrating it, and refuses one that has other migrations than this version. */
export function openCurrentStore(location: StoreLocation): Promise<Store> {
  return openWith(location, undefined, ({ db }) => requireCurrentMigrations(db));
}

/** Another version may migrate the store while this program runs. */
const requireKnown: PostgresGuard = async (query) => {
  const [row] = await query<{ oldest: string }>('select oldest from compatible_versions');
  if (!knows(row?.oldest, MIGRATIONS)) throw new IncompatibleStore(row?.oldest);
};

async function openWith(
  location: StoreLocation,
  options: ConnectOptions | undefined,
  prepare: (store: Store) => Promise<void>,
): Promise<Store> {
  const store = await connectStore(location, options);
  try {
    await prepare(store);
    store.keepStatistics();
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
