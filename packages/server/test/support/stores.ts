// One suite for all stores: a test written with `onEachStore` runs on SQLite and on PostgreSQL, both real.

import { after, type TestContext, test } from 'node:test';
import { openStore } from '@rf-indicators/core/store/open';
import type { Store, StoreKind, StoreLocation } from '@rf-indicators/core/store/store';
import { createDatabase, type PostgresServer, startPostgres } from './postgres.ts';
import { cleanUp, type Lifetime, temporaryFolder } from './rf.ts';

export const STORE_KINDS: readonly StoreKind[] = ['sqlite', 'postgres'];

let own: Promise<PostgresServer> | null = null;

async function postgresUrl(): Promise<string> {
  if (own === null && process.env.RF_TEST_POSTGRES) return process.env.RF_TEST_POSTGRES;
  own ??= startPostgres();
  return (await own).url;
}

/** For files that look at how the server is set: one of their own, which keeps what it is given. */
export function onDurablePostgres(): void {
  own = startPostgres({ durable: true });
}

after(async () => {
  await (await own)?.stop();
});

/** An empty place for a store, gone when the test is. */
export async function emptyLocation(kind: StoreKind, t: Lifetime): Promise<StoreLocation> {
  const dataDir = temporaryFolder(t);
  if (kind === 'sqlite') return { dataDir, databaseUrl: null };
  const { url, drop } = await createDatabase(await postgresUrl());
  cleanUp(t, drop);
  return { dataDir, databaseUrl: url };
}

/** An empty store, closed when the test ends. */
export async function emptyStore(kind: StoreKind, t: TestContext): Promise<Store> {
  const location = await emptyLocation(kind, t);
  const store = await openStore(location);
  cleanUp(t, () => store.close());
  return store;
}

export function onEachStore(name: string, body: (kind: StoreKind, t: TestContext) => Promise<void>): void {
  for (const kind of STORE_KINDS) test(`${name} (${kind})`, (t) => body(kind, t));
}
