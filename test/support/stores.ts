// One suite for all stores: tests declared here run on SQLite, on PostgreSQL or on both, and both are real.

import { after, type TestContext, test } from 'node:test';
import { connectStore } from '@rf-indicators/core/store/connect';
import type { Store, StoreKind, StoreLocation } from '@rf-indicators/core/store/store';
import type { FromProcess, ToProcess } from '../../scripts/testing/messages.ts';
import { cleanUp, type Lifetime, type Medium, temporaryFolder, wholeFile } from './lifetime.ts';
import { createDatabase, type PostgresServer, startPostgres } from './postgres.ts';
import { copyDatabase, copySqlite, MIGRATED, TEST_MASTER_KEY, type Template } from './templates.ts';

export const STORE_KINDS: readonly StoreKind[] = ['sqlite', 'postgres'];

let own: Promise<PostgresServer> | null = null;
let shared: Promise<string> | null = null;
let durable = false;

async function postgresUrl(): Promise<string> {
  if (!durable && process.env.RF_TEST_POSTGRES === 'shared' && process.send) {
    shared ??= askForPostgres();
    return shared;
  }
  own ??= startPostgres({ durable });
  return (await own).url;
}

/** The test command starts one for all files when the first of them asks. */
function askForPostgres(): Promise<string> {
  return new Promise((resolve) => {
    const onMessage = (message: ToProcess) => {
      if (message.kind !== 'postgres') return;
      process.off('message', onMessage);
      resolve(message.url);
    };
    process.on('message', onMessage);
    process.send!({ kind: 'postgres' } satisfies FromProcess);
  });
}

/** For files that look at how the server is set: one of their own, which keeps what it is given. */
export function onDurablePostgres(): void {
  durable = true;
  wholeFile.after(() => {
    durable = false;
    return stopOwn();
  });
}

async function stopOwn(): Promise<void> {
  const stopping = own;
  own = null;
  await (await stopping)?.stop();
}

after(stopOwn);

/** An empty place for a store, gone when the test is. */
export async function emptyLocation(
  kind: StoreKind,
  t: Lifetime,
  medium: Medium = 'memory',
): Promise<StoreLocation> {
  const dataDir = temporaryFolder(t, medium);
  if (kind === 'sqlite') return { dataDir, databaseUrl: null };
  const { url, drop } = await createDatabase(await postgresUrl());
  cleanUp(t, drop);
  return { dataDir, databaseUrl: url };
}

/** An empty store, closed when the test ends. */
export function emptyStore(kind: StoreKind, t: TestContext): Promise<Store> {
  return storeFrom(MIGRATED, kind, t);
}

/** A store with the template's content, closed when the test ends. */
export async function storeFrom(template: Template, kind: StoreKind, t: Lifetime): Promise<Store> {
  const location = await locationFrom(template, kind, t);
  const store = await connectStore({ ...location, masterKey: TEST_MASTER_KEY });
  cleanUp(t, () => store.close());
  return store;
}

/** A copy of the template in a place of its own, gone when the test is. */
export async function locationFrom(template: Template, kind: StoreKind, t: Lifetime): Promise<StoreLocation> {
  const dataDir = temporaryFolder(t);
  if (kind === 'sqlite') return copySqlite(template, dataDir);
  const { url, drop } = await copyDatabase(template, await postgresUrl());
  cleanUp(t, drop);
  return { dataDir, databaseUrl: url };
}

type StoreTest = (kind: StoreKind, t: TestContext) => Promise<void>;

/** On which stores a test process runs tests: those of `npm test`, PostgreSQL alone, or both. See scripts/testing/suites.ts. */
const STORES = process.env.RF_TEST_STORES ?? 'quick';

/** For tests of the store itself, and of what its databases could do differently: locks, races, crashes, backups. */
export function onEachStore(name: string, body: StoreTest): void {
  onStores(STORES === 'postgres' ? ['postgres'] : STORE_KINDS, name, body);
}

/** For all other tests that need a store: `npm test` runs them on SQLite, `npm run test:system` on PostgreSQL. */
export function onEitherStore(name: string, body: StoreTest): void {
  const kinds = { quick: ['sqlite'], postgres: ['postgres'] } as const;
  onStores(STORES in kinds ? kinds[STORES as keyof typeof kinds] : STORE_KINDS, name, body);
}

function onStores(kinds: readonly StoreKind[], name: string, body: StoreTest): void {
  for (const kind of kinds) test(`${name} (${kind})`, (t) => body(kind, t));
}
