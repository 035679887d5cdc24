// Connects to a store without migrating it, for commands that must not change it, such as rf doctor. `openStore` also
// applies pending migrations.

import { openPostgres } from './postgres.ts';
import { openSqlite, sqliteFile } from './sqlite.ts';
import type { ConnectOptions, Store, StoreLocation } from './store.ts';

export function connectStore({ dataDir, databaseUrl }: StoreLocation, options?: ConnectOptions): Store {
  return databaseUrl === null ? openSqlite(sqliteFile(dataDir)) : openPostgres(databaseUrl, options);
}
