// Stores at the migration 0030-compatible-versions, made by the last version that still had the code of the migrations up to
// it: the tables as SQL for each database, and the rows as lines of a backup.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { brotliDecompressSync } from 'node:zlib';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { beginMacs, isOlderThanMacs } from '@rf-indicators/core/log/begin-macs';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { connectStore } from '@rf-indicators/core/store/connect';
import { migrate } from '@rf-indicators/core/store/migrate';
import { type ChainEntry, FIRST_LINK, nextLink } from '@rf-indicators/core/store/records/chain';
import { type Row, TABLES, type Table } from '@rf-indicators/core/store/schema';
import { sqliteFile } from '@rf-indicators/core/store/sqlite-file';
import { type Store, type StoreKind, type StoreLocation, untyped } from '@rf-indicators/core/store/store';
import pg from 'pg';
import { cleanUp, type Lifetime } from './lifetime.ts';
import { emptyLocation, locationFrom } from './stores.ts';
import { TEST_MASTER_KEY, type Template } from './templates.ts';

const FIXTURES = new URL('../../packages/core/test/store/fixtures/', import.meta.url);

/** The master key of both stores. */
export const STORE_0030_KEY = TEST_MASTER_KEY;
/** The day after the last run of the store with a history. */
export const HISTORY_ENDS = Date.parse('2026-09-24T06:00:00Z');

/** The tables without rows. */
export async function emptyStoreAt0030(kind: StoreKind, t: Lifetime): Promise<StoreLocation> {
  const location = await emptyLocation(kind, t);
  await createTables(location);
  return location;
}

/**
 * Half a year of a demo world, a workspace and two webhook endpoints, begun before the record chain, before packages were
 * compressed and before facts needed evidence, and migrated since.
 */
export function storeWithHistory(kind: StoreKind, t: Lifetime): Promise<StoreLocation> {
  return locationFrom(template('history'), kind, t);
}

/** Every act was performed once: rows in nearly every table. */
export function storeWithEveryAct(kind: StoreKind, t: Lifetime): Promise<StoreLocation> {
  return locationFrom(template('every_act'), kind, t);
}

/** Opens a store, brings it to the migrations of today and, as rf migrate does, gives its records their first MACs. */
export async function openMigrated(location: StoreLocation, t: Lifetime): Promise<Store> {
  const store = await connectStore({ ...location, masterKey: STORE_0030_KEY });
  cleanUp(t, () => store.close());
  const { db, kind } = store;
  await migrate(db, kind);
  if (!(await isOlderThanMacs(db))) return store;
  const { findings, records } = await verifyAll(db, { isBeforeMacs: true });
  assert.deepEqual(findings, []);
  const context = { store, clock: () => HISTORY_ENDS, newId: randomUUID };
  const sealer = { masterKey: readMasterKey('', STORE_0030_KEY), checkpointFile: null };
  await beginMacs(context, sealer, records.entries);
  return store;
}

function template(name: 'history' | 'every_act'): Template {
  return {
    name: `store_0030_${name}`,
    create: async (location) => {
      await createTables(location);
      return connectStore(location);
    },
    fill: (store) => insertRows(store, `store-0030-${name.replace('_', '-')}.jsonl.br`),
  };
}

function read(file: string): string {
  return brotliDecompressSync(readFileSync(new URL(file, FIXTURES))).toString();
}

async function createTables({ dataDir, databaseUrl }: StoreLocation): Promise<void> {
  if (databaseUrl === null) {
    const database = new DatabaseSync(sqliteFile(dataDir));
    database.exec(read('store-0030.sqlite.sql.br'));
    return database.close();
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(read('store-0030.postgres.sql.br'));
  await client.end();
}

async function insertRows(store: Store, file: string): Promise<void> {
  await store.transaction(
    async (writes) => {
      const db = untyped(writes);
      for (const { table, rows } of tablesIn(read(file))) {
        if (TABLES[table].rows !== undefined) await db.deleteFrom(table).execute();
        for (let at = 0; at < rows.length; at += 50)
          await db
            .insertInto(table)
            .values(rows.slice(at, at + 50))
            .execute();
      }
    },
    { chained: false },
  );
}

function tablesIn(text: string): { table: Table; rows: Row[] }[] {
  const found: { table: Table; rows: Row[] }[] = [];
  // The first line is the header of the backup, and the last one its digests.
  for (const line of text.trimEnd().split('\n').slice(1, -1)) {
    const row = JSON.parse(line) as Row;
    if (typeof row.table === 'string' && typeof row.rows === 'number' && Object.keys(row).length === 2) {
      found.push({ table: row.table as Table, rows: [] });
      continue;
    }
    for (const [column, value] of Object.entries(row)) {
      const bytes = (value as { base64?: string } | null)?.base64;
      if (bytes !== undefined) row[column] = Buffer.from(bytes, 'base64');
    }
    // Links follow from the entries and are left out of the file.
    if (found.at(-1)!.table === 'record_chain')
      row.link = nextLink(
        (found.at(-1)!.rows.at(-1)?.link as string | undefined) ?? FIRST_LINK,
        row as unknown as ChainEntry,
      );
    found.at(-1)!.rows.push(row);
  }
  return found.filter(({ rows }) => rows.length > 0);
}
