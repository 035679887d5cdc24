// Backups: what is in them, and when none is made.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { treeSizeOf } from '@rf-indicators/core/log/store';
import { writeBackup } from '@rf-indicators/core/store/backup';
import { connectStore } from '@rf-indicators/core/store/connect';
import { readMigrations } from '@rf-indicators/core/store/migrate';
import { expand } from '@rf-indicators/core/store/migrations';
import { openStore } from '@rf-indicators/core/store/open';
import { isTable, TABLE_NAMES } from '@rf-indicators/core/store/schema';
import { withSnapshot } from '@rf-indicators/core/store/snapshot';
import type { StoreLocation } from '@rf-indicators/core/store/store';
import { sql } from 'kysely';
import { foundedDesk, growLog } from '../../../../../test/support/founded-desk.ts';
import { cleanUp, temporaryFolder } from '../../../../../test/support/lifetime.ts';
import {
  addMigration,
  noMigration,
  recordUnknownMigration,
} from '../../../../../test/support/migration-records.ts';
import { emptyLocation, emptyStore, onEitherStore } from '../../../../../test/support/stores.ts';
import { backupCommand } from '../../../src/cli/service/backup.ts';
import { envOf, runCommand } from '../run-command.ts';
import { backUp, KEY, NOW, restore, world } from './backup-world.ts';

test('a backup goes from SQLite to PostgreSQL and back, and is the same each time', async (t) => {
  const folder = temporaryFolder(t);
  const first = await world('sqlite', t);
  const files = ['a', 'b', 'c'].map((name) => path.join(folder, name));
  const told = [await backUp(first, files[0]!)];
  const roots: string[] = [];
  for (const [index, kind] of (['postgres', 'sqlite'] as const).entries()) {
    const location = await emptyLocation(kind, t);
    roots.push((await restore(location, files[index]!)).root);
    if (kind === 'postgres') await sortAsDictionariesDo(location);
    told.push(await backUp({ env: envOf(location) }, files[index + 1]!));
  }
  assert.equal(roots[0], roots[1]);
  assert.ok(told[0].checkpoint.startsWith(`rf-indicators\n5\n${roots[0]}\n`));
  for (const { sha256, content_sha256 } of told) {
    assert.equal(sha256, told[0].sha256);
    assert.equal(content_sha256, told[0].content_sha256);
  }
  assert.deepEqual(gunzipSync(readFileSync(files[2]!)), gunzipSync(readFileSync(files[0]!)));
});

/** As a database of another locale would. */
async function sortAsDictionariesDo(location: StoreLocation): Promise<void> {
  const { db, close } = await openStore(location);
  await sql`alter table score_requests alter column id type text collate "en-x-icu"`.execute(db);
  await close();
}

test('every table of the schema is in a backup', async (t) => {
  const { db } = await emptyStore('sqlite', t);
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  assert.deepEqual(tables.filter((name) => !name.startsWith('kysely_')).sort(), [...TABLE_NAMES].sort());
  assert.equal(isTable('toString'), false);
});

onEitherStore('a backup is consistent as of one instant, whatever is written meanwhile', async (kind, t) => {
  const desk = await world(kind, t);
  const { store } = desk.desk;
  await withSnapshot(desk.location, async ({ db, rowsOf }) => {
    const before = await treeSizeOf(db);
    // A writer that would have to wait for the snapshot would wait for ever here.
    await growLog(desk, 'while the backup is written');
    assert.equal(await treeSizeOf(store.db), before + 1);
    assert.equal(await treeSizeOf(db), before);
    let leaves = 0;
    for await (const _ of rowsOf('log_leaves')) leaves += 1;
    assert.equal(leaves, before);
  });
  const file = path.join(temporaryFolder(t), 'b');
  const writing = { done: false };
  const writers = (async () => {
    for (let leaf = 0; !writing.done; leaf += 1) {
      await growLog(desk, `leaf ${leaf}`);
      await new Promise(setImmediate);
    }
  })();
  const { header } = await writeBackup(desk.location, file, { createdAt: new Date(NOW), key: KEY });
  writing.done = true;
  await writers;
  assert.ok(header.tree_size >= 6);
  const told = await restore(await emptyLocation(kind, t), file);
  assert.equal(told.tree_size, header.tree_size);
});

onEitherStore(
  'a store that belongs to another version is not backed up, and not migrated',
  async (kind, t) => {
    const { desk, location, env } = await world(kind, t);
    const { db } = desk.store;
    const file = path.join(temporaryFolder(t), 'b');
    const refused = async (message: RegExp) => {
      const before = await readMigrations(db);
      await assert.rejects(backUp({ env }, file), { name: 'StoreError', message });
      await assert.rejects(writeBackup(location, file, { createdAt: new Date(NOW), key: KEY }), { message });
      assert.deepEqual(await readMigrations(db), before);
      assert.equal(existsSync(file), false);
    };
    addMigration(t, '9001-new-table', expand(noMigration));
    await refused(
      /belongs to an older version of rf.*\(9001-new-table\).*Use the version that last opened the store/,
    );
    await recordUnknownMigration(db);
    await refused(/belongs to a newer version of rf.*\(9999-unknown\)\. Use the newer version/);
  },
);

test('an empty database is not backed up, and stays empty', async (t) => {
  const location = await emptyLocation('postgres', t);
  const file = path.join(temporaryFolder(t), 'b');
  await assert.rejects(backUp({ env: envOf(location) }, file), /There is no store in this database yet/);
  const store = await connectStore(location);
  cleanUp(t, () => store.close());
  assert.deepEqual(await store.db.introspection.getTables({ withInternalKyselyTables: true }), []);
});

test('the numbers in the output agree with their nouns', async (t) => {
  const location = await emptyLocation('sqlite', t);
  const desk = await foundedDesk(location, t);
  await growLog(desk, 'only');
  const folder = temporaryFolder(t);
  const { out } = await runCommand(backupCommand, [path.join(folder, 'b')], { env: envOf(location) });
  assert.match(out[0]!, /: \d+ rows, 1 log entry, content sha256 /);
});

test('a backup is not made with a master key that is not the one of the store', async (t) => {
  const desk = await world('sqlite', t);
  const env = { ...desk.env, RF_MASTER_KEY: Buffer.alloc(32, 8).toString('base64') };
  const file = path.join(temporaryFolder(t), 'b');
  await assert.rejects(backUp({ env }, file), /is not the one that sealed/);
  assert.equal(existsSync(file), false);
});

test('a backup does not overwrite a file, and one that fails leaves no file', async (t) => {
  const folder = temporaryFolder(t);
  const desk = await world('sqlite', t);
  const file = path.join(folder, 'b');
  writeFileSync(file, 'mine');
  await assert.rejects(backUp(desk, file), /already exists/);
  assert.equal(readFileSync(file, 'utf8'), 'mine');
  await assert.rejects(backUp(desk, path.join(folder, 'no/such/folder')), /Cannot write/);
  const absent = { RF_DATA_DIR: path.join(folder, 'none') };
  await assert.rejects(backUp({ env: absent }, `${file}2`), /There is no store in/);
  await sql`drop table audit`.execute(desk.desk.store.db);
  await assert.rejects(backUp(desk, `${file}2`), /audit/);
  assert.equal(existsSync(`${file}2`), false);
});
