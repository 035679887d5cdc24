// Connects to a store without migrating it, for commands that must not change it, such as rf doctor. `openStore` also
// checks or applies its migrations.

import type { PostgresOptions } from './postgres.ts';
import { openSqlite, sqliteFile } from './sqlite.ts';
import type { Store, StoreLocation } from './store.ts';

export async function connectStore(
  { dataDir, databaseUrl }: StoreLocation,
  options?: PostgresOptions,
): Promise<Store> {
  if (databaseUrl === null) return openSqlite(sqliteFile(dataDir));
  // Loaded here: every thread has a store of its own, and most services are on SQLite.
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(databaseUrl, options);
}
