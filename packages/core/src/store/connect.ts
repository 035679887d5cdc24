// A connection to the store as it stands. `openStore` also brings its tables up to date, which a look that must
// leave everything as it is, such as rf doctor, may not do.

import { openPostgres } from './postgres.ts';
import { openSqlite, sqliteFile } from './sqlite.ts';
import type { ConnectOptions, Store, StoreLocation } from './store.ts';

export function connectStore({ dataDir, databaseUrl }: StoreLocation, options?: ConnectOptions): Store {
  return databaseUrl === null ? openSqlite(sqliteFile(dataDir)) : openPostgres(databaseUrl, options);
}
