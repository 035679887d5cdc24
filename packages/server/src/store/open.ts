// Which store: PostgreSQL where DATABASE_URL names one, otherwise SQLite in the data folder.

import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite, sqliteFile } from './sqlite.ts';
import type { Store } from './store.ts';

export interface StoreLocation {
  dataDir: string;
  databaseUrl: string | null;
}

/** Opens the store and brings its tables up to date. */
export async function openStore({ dataDir, databaseUrl }: StoreLocation): Promise<Store> {
  const store = databaseUrl === null ? openSqlite(sqliteFile(dataDir)) : openPostgres(databaseUrl);
  try {
    await migrate(store.db, store.kind);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
