// A store as version 0006 left it, with the history of half a year: the rows of a backup that the code of that version
// wrote (a demo world until 23 September 2026, a workspace and two webhook endpoints).

import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { connectStore } from '@rf-indicators/core/store/connect';
import { migrate } from '@rf-indicators/core/store/migrate';
import * as m1 from '@rf-indicators/core/store/migrations/0001-the-write-side';
import * as m2 from '@rf-indicators/core/store/migrations/0002-the-read-side';
import * as m3 from '@rf-indicators/core/store/migrations/0003-webhooks';
import * as m4 from '@rf-indicators/core/store/migrations/0004-agent-calls';
import * as m5 from '@rf-indicators/core/store/migrations/0005-topics';
import * as m6 from '@rf-indicators/core/store/migrations/0006-agent-call-columns';
import type { StoreKind, StoreLocation } from '@rf-indicators/core/store/store';
import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Lifetime } from './lifetime.ts';
import { emptyLocation, locationFrom } from './stores.ts';
import type { Template } from './templates.ts';

const FIXTURE = new URL('../../packages/core/test/store/fixtures/store-0006.jsonl.br', import.meta.url);
/** The master key of the fixture. */
export const OLDER_STORE_KEY = Buffer.alloc(32, 7).toString('base64');
/** The day after the last run of the fixture. */
export const OLDER_STORE_ENDS = Date.parse('2026-09-24T06:00:00Z');

const MIGRATIONS = {
  '0001-the-write-side': m1,
  '0002-the-read-side': m2,
  '0003-webhooks': m3,
  '0004-agent-calls': m4,
  '0005-topics': m5,
  '0006-agent-call-columns': m6,
};

export async function olderStore(kind: StoreKind, t: Lifetime): Promise<StoreLocation> {
  const location = await emptyLocation(kind, t);
  await fillOlder(location);
  return location;
}

async function fillOlder(location: StoreLocation): Promise<void> {
  const store = await connectStore(location);
  const { kind } = store;
  const migrations: Record<string, Migration> = {};
  for (const [name, { up }] of Object.entries(MIGRATIONS)) {
    migrations[name] = { up: (db: Kysely<unknown>) => up(db, kind) };
  }
  const migrator = new Migrator({ db: store.db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
  await store.transaction(
    async (writes) => {
      const db = writes as unknown as Kysely<Record<string, Record<string, unknown>>>;
      for (const { table, rows } of tables()) {
        if (['log_state', 'topics'].includes(table)) await db.deleteFrom(table).execute();
        for (let at = 0; at < rows.length; at += 50) {
          await db
            .insertInto(table)
            .values(rows.slice(at, at + 50))
            .execute();
        }
      }
    },
    { chained: false },
  );
  await store.close();
}

/** The same, migrated to this version: made once, and copied for each test. */
const MIGRATED_OLDER: Template = {
  name: 'migrated_older',
  create: async (location) => {
    await fillOlder(location);
    const store = await connectStore(location);
    await migrate(store.db, store.kind);
    return store;
  },
  fill: async () => undefined,
};

export function migratedOlderStore(kind: StoreKind, t: Lifetime): Promise<StoreLocation> {
  return locationFrom(MIGRATED_OLDER, kind, t);
}

type Row = Record<string, unknown>;

function tables(): { table: string; rows: Row[] }[] {
  const lines = brotliDecompressSync(readFileSync(FIXTURE)).toString().trimEnd().split('\n');
  const found: { table: string; rows: Row[] }[] = [];
  // The first line is the header of the backup, and the last one its digests.
  for (const line of lines.slice(1, -1)) {
    const row = JSON.parse(line) as Row;
    if (typeof row.table === 'string' && typeof row.rows === 'number' && Object.keys(row).length === 2) {
      found.push({ table: row.table, rows: [] });
      continue;
    }
    for (const [column, value] of Object.entries(row)) {
      const bytes = (value as { base64?: string } | null)?.base64;
      if (bytes !== undefined) row[column] = Buffer.from(bytes, 'base64');
    }
    found.at(-1)!.rows.push(row);
  }
  return found.filter(({ rows }) => rows.length > 0);
}
