// Connects to a store without migrating it, for commands that must not change it, such as rf doctor. `openStore` also
// checks or applies its migrations.

import { sql } from 'kysely';
import type { PostgresOptions } from './postgres.ts';
import { chainKeySource } from './records/chain-key.ts';
import { openSqlite } from './sqlite.ts';
import { sqliteFile } from './sqlite-file.ts';
import type { Store, StoreLocation } from './store.ts';

export async function connectStore(location: StoreLocation, options?: PostgresOptions): Promise<Store> {
  const { dataDir, databaseUrl } = location;
  const chainKey = chainKeySource(location);
  if (databaseUrl === null) return openSqlite(sqliteFile(dataDir), chainKey);
  // Loaded here: every thread has a store of its own, and most services are on SQLite.
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(databaseUrl, chainKey, options);
}

/**
 * Fails if the server takes no writes, for answers that must not be old: a server that was demoted still answers reads, with
 * what it knew before. Such a server refuses to lock a row, and its connections are given up then.
 */
export async function requirePrimary({ kind, db }: Pick<Store, 'kind' | 'db'>): Promise<void> {
  if (kind === 'sqlite') return;
  await sql`select 1 from topics where topic = 'access' for key share`.execute(db);
}
