// Migrations: a list in code, run in order, each once. Kysely keeps the record and the lock.

import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import * as theWriteSide from './migrations/0001-the-write-side.ts';
import * as theReadSide from './migrations/0002-the-read-side.ts';
import * as webhooks from './migrations/0003-webhooks.ts';
import * as agentCalls from './migrations/0004-agent-calls.ts';
import * as topics from './migrations/0005-topics.ts';
import * as agentCallColumns from './migrations/0006-agent-call-columns.ts';
import { type Queries, StoreError, type StoreKind } from './store.ts';

const MIGRATIONS = {
  '0001-the-write-side': theWriteSide,
  '0002-the-read-side': theReadSide,
  '0003-webhooks': webhooks,
  '0004-agent-calls': agentCalls,
  '0005-topics': topics,
  '0006-agent-call-columns': agentCallColumns,
};

function migrator(db: Queries, kind: StoreKind): Migrator {
  const migrations: Record<string, Migration> = {};
  for (const [name, { up }] of Object.entries(MIGRATIONS)) {
    migrations[name] = { up: (target: Kysely<unknown>) => up(target, kind) };
  }
  return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}

/** Names of the migrations that the store does not have yet. */
export async function pendingMigrations(db: Queries, kind: StoreKind): Promise<string[]> {
  const migrations = await migrator(db, kind).getMigrations();
  return migrations.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
}

export async function migrate(db: Queries, kind: StoreKind): Promise<void> {
  const { error } = await migrator(db, kind).migrateToLatest();
  if (error) throw new StoreError(`The store could not be brought up to date: ${String(error)}`);
}
