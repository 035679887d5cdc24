// Single bytes of a SQLite file that change by themselves: each is found when the store is opened, by rf doctor or by
// rf verify --all, or it changes nothing that was published or decided. The places are found by what they hold.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { before, test } from 'node:test';
import { checkIntegrity } from '@rf-indicators/core/desk/doctor/doctor-integrity';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { openStore } from '@rf-indicators/core/store/open';
import { sqliteFile } from '@rf-indicators/core/store/sqlite-file';
import type { Store } from '@rf-indicators/core/store/store';
import { sql } from 'kysely';
import { cleanUp, temporaryFolder, wholeFile } from '../../../../test/support/lifetime.ts';
import { foundedPlace, publishNow } from '../../../../test/support/world.ts';

const NODE = 'a node that only this test has';

let intact: Buffer;
let database: DatabaseSync;

before(async () => {
  const { location, world } = await foundedPlace('sqlite', wholeFile);
  const { store } = world;
  await publishNow(world, { providerIds: ['FX-05', 'FX-12'].map(world.idOf) });
  await store.db
    .insertInto('up_periods')
    .values({ id: 'period', node: NODE, started_at: 1, last_seen_at: 1 })
    .execute();
  await sql`pragma wal_checkpoint(truncate)`.execute(store.db);
  intact = readFileSync(sqliteFile(location.dataDir));
  database = new DatabaseSync(sqliteFile(location.dataDir), { readOnly: true });
  cleanUp(wholeFile, () => database.close());
});

function firstValue(query: string): string {
  return String(Object.values(database.prepare(query).get()!)[0]);
}

interface Page {
  start: number;
  end: number;
}

/** The pages of a table, an index or the schema, with the first one at the beginning. */
function pagesOf(name: string): Page[] {
  const rows = database.prepare('select pgoffset, pgsize from dbstat where name = ? order by path').all(name);
  return rows.map(({ pgoffset, pgsize }) => ({
    start: Number(pgoffset),
    end: Number(pgoffset) + Number(pgsize),
  }));
}

/** A letter of this text, wherever the table or index holds it: free space of its pages may hold older copies. */
function lettersOf(name: string, text: string): number[] {
  const begin = text.slice(0, 24);
  const letter = begin.search(/[a-z]/i);
  return pagesOf(name).flatMap(({ start, end }) => {
    const found: number[] = [];
    for (let at = intact.indexOf(begin, start); at !== -1 && at < end; at = intact.indexOf(begin, at + 1))
      found.push(at + letter);
    return found;
  });
}

/** A byte between the list of cells of a page and its first cell. */
function unusedByteOf(name: string): number {
  const [{ start }] = pagesOf(name) as [Page];
  const LEAF_HEADER = 8;
  const cells = intact.readUInt16BE(start + 3);
  const firstCell = start + intact.readUInt16BE(start + 5);
  const at = start + LEAF_HEADER + 2 * cells;
  assert.ok(at < firstCell, `${name} has free space`);
  return at;
}

/** A copy of the store in which one bit of each of these bytes is flipped. */
function flippedAt(t: Parameters<typeof temporaryFolder>[0], ...places: readonly number[]): string {
  const dataDir = temporaryFolder(t);
  const bytes = Buffer.from(intact);
  for (const at of places) bytes[at]! ^= 1;
  writeFileSync(sqliteFile(dataDir), bytes, { mode: 0o600 });
  return dataDir;
}

async function inStore<T>(dataDir: string, read: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ dataDir, databaseUrl: null });
  return read(store).finally(() => store.close());
}

async function doctorSays(dataDir: string): Promise<string> {
  const { state, what } = await inStore(dataDir, (store) => checkIntegrity(store, dataDir));
  return `${state}: ${what}`;
}

async function findingsIn(dataDir: string): Promise<string[]> {
  const { findings } = await inStore(dataDir, ({ db }) => verifyAll(db, { pinned: null, checkpoints: [] }));
  return findings.map(({ record, problem }) => `${record}: ${problem}`);
}

test('a store whose file does not begin as SQLite files do is not opened', async (t) => {
  const dataDir = flippedAt(t, 0);
  await assert.rejects(openStore({ dataDir, databaseUrl: null }), /file is not a database/);
});

test('rf doctor finds the header of a page, an index that disagrees with its table, and a changed trigger', async (t) => {
  const slug = firstValue('select slug from providers');
  const trigger = firstValue("select sql from sqlite_schema where type = 'trigger' and tbl_name = 'audit'");
  const message = trigger.slice(trigger.indexOf("'") + 1);
  for (const [places, said] of [
    [[pagesOf('indicators')[0]!.start], /^fail: the file is damaged: /],
    [
      lettersOf('sqlite_autoindex_providers_2', slug),
      /^fail: the file is damaged: row \d+ missing from index/,
    ],
    [lettersOf('sqlite_schema', message), /^fail: tables, indexes or triggers are not those/],
  ] as const) {
    assert.match(await doctorSays(flippedAt(t, ...places)), said);
  }
});

/** A text of each kind: of the log, of what was published, of what was decided and why, and of what others were told. */
const RECORDS = [
  ['log_nodes', 'hash'],
  ['log_leaves', 'leaf'],
  ['checkpoints', 'note'],
  ['indicators', 'signature'],
  ['run_items', 'outcome'],
  ['changelog', 'provider_name'],
  ['evidence', 'title'],
  ['decisions', 'decided_by'],
  ['audit', 'action'],
  ['events', 'type'],
  ['methodology_activations', 'activated_by'],
] as const;

test('rf verify --all finds a flipped byte of every kind of record, and names the record', async (t) => {
  const places = RECORDS.flatMap(([table, column]) =>
    lettersOf(table, firstValue(`select ${column} from ${table} where ${column} is not null`)),
  );
  const findings = await findingsIn(flippedAt(t, ...places));
  for (const [table] of RECORDS) {
    assert.ok(
      findings.some((finding) => finding.startsWith(`${table} `)),
      table,
    );
  }
});

test('free space, unused bytes of the header and rows of operation can change without effect', async (t) => {
  const RESERVED = 72;
  const dataDir = flippedAt(t, RESERVED, unusedByteOf('up_periods'), ...lettersOf('up_periods', NODE));
  assert.match(await doctorSays(dataDir), /^ok: /);
  assert.deepEqual(await findingsIn(dataDir), []);
  const rows = await inStore(dataDir, ({ db }) => db.selectFrom('up_periods').select('node').execute());
  assert.deepEqual(
    rows.map(({ node }) => node),
    [`\`${NODE.slice(1)}`],
  );
});
