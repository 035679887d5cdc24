// Opens a store: PostgreSQL if DATABASE_URL is set, otherwise SQLite in the data folder.

import { connectStore } from './connect.ts';
import { migrate, requireCurrentMigrations } from './migrate.ts';
import type { ConnectOptions, Store, StoreLocation } from './store.ts';

/** Opens the store and applies pending migrations. */
export function openStore(location: StoreLocation, options?: ConnectOptions): Promise<Store> {
  return openWith(location, options, ({ db, kind }) => migrate(db, kind));
}

/** Opens the store without migrating it, and refuses one that has other migrations than this version. */
export function openCurrentStore(location: StoreLocation): Promise<Store> {
  return openWith(location, undefined, ({ db }) => requireCurrentMigrations(db));
}

async function openWith(
  location: StoreLocation,
  options: ConnectOptions | undefined,
  prepare: (store: Store) => Promise<void>,
): Promise<Store> {
  const store = await connectStore(location, options);
  try {
    await prepare(store);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
