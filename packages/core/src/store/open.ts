// Which store: PostgreSQL where DATABASE_URL names one, otherwise SQLite in the data folder.

import { connectStore } from './connect.ts';
import { migrate } from './migrate.ts';
import type { ConnectOptions, Store, StoreLocation } from './store.ts';

/** Opens the store and brings its tables up to date. */
export async function openStore(location: StoreLocation, options?: ConnectOptions): Promise<Store> {
  const store = await connectStore(location, options);
  try {
    await migrate(store.db, store.kind);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
