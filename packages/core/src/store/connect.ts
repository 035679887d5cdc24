// A connection to the store as it stands. `openStore` also brings its tables up to date, which a look that must
// leave everything as it is, such as rf doctor, may not do.

import { openSqlite, sqliteFile } from './sqlite.ts';
import type { ConnectOptions, Store, StoreLocation } from './store.ts';

export async function connectStore(
  { dataDir, databaseUrl }: StoreLocation,
  options?: ConnectOptions,
): Promise<Store> {
  if (databaseUrl === null) return openSqlite(sqliteFile(dataDir));
  // Loaded here: every thread has a store of its own, and most services are on SQLite.
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(databaseUrl, options);
}
