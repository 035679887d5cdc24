import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { catchUpCheckpointFile } from '@rf-indicators/core/log/checkpoint-file';
import { currentSigner } from '@rf-indicators/core/log/current-signer';
import { pinKey } from '@rf-indicators/core/log/pinned-key';
import { treeSizeOf } from '@rf-indicators/core/log/store';
import { createMasterKeyFile, masterKeyFile, readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { backupKey } from '@rf-indicators/core/secrets/master-key-in-backup';
import { writeBackup } from '@rf-indicators/core/store/backup';
import { readBackup } from '@rf-indicators/core/store/backup-format';
import { connectStore } from '@rf-indicators/core/store/connect';
import { readMigrations } from '@rf-indicators/core/store/migrate';
import { expand } from '@rf-indicators/core/store/migrations';
import { openStore } from '@rf-indicators/core/store/open';
import { isTable, TABLE_NAMES } from '@rf-indicators/core/store/schema';
import { withSnapshot } from '@rf-indicators/core/store/snapshot';
import type { StoreKind, StoreLocation } from '@rf-indicators/core/store/store';
import { readTopics } from '@rf-indicators/core/store/topics';
import { signerKeyFromSeed } from '@rf-indicators/engine';
import { sql } from 'kysely';
import { cases } from '../../../../test/support/counts.ts';
import { addSamples, START } from '../../../../test/support/desk-fixture.ts';
import {
  addIndicators,
  type FoundedDesk,
  foundedDesk,
  growLog,
} from '../../../../test/support/founded-desk.ts';
import { cleanUp, temporaryFolder } from '../../../../test/support/lifetime.ts';
import {
  addMigration,
  noMigration,
  recordUnknownMigration,
} from '../../../../test/support/migration-records.ts';
import { emptyLocation, emptyStore, locationFrom, onEitherStore } from '../../../../test/support/stores.ts';
import { MIGRATED } from '../../../../test/support/templates.ts';
import { backupCommand, restoreCommand } from '../../src/cli/service/backup.ts';
import { envOf, runCommand } from './run-command.ts';

const NOW = START + 1000;
/** The master key of every desk here, so that the stores can restore each other's backups. */
const MASTER_KEY = Buffer.alloc(32, 9).toString('base64');
const KEY = backupKey(readMasterKey('', MASTER_KEY));

interface World extends FoundedDesk {
  location: StoreLocation;
  env: Record<string, string>;
}

/** Rows in many tables, texts and bytes that are hard to carry among them. */
async function world(kind: StoreKind, t: TestContext): Promise<World> {
  const location = await locationFrom(MIGRATED, kind, t);
  writeFileSync(masterKeyFile(location.dataDir), MASTER_KEY, { mode: 0o600 });
  const desk = await foundedDesk(location, t);
  const { db } = desk.desk.store;
  const people = ['ann', 'Rob', 'ölga', 'Zoë'].map((id) => ({
    id,
    name: id,
    created_at: START,
    retired_at: null,
  }));
  await db.insertInto('staff').values(people).execute();
  const [analyst, reviewer] = people.map(({ id, name }) => ({ id, name, roles: [] }));
  await addSamples(desk.desk, analyst!, reviewer!);
  const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 31) % 256);
  await db
    .insertInto('documents')
    .values({ sha256: 'all bytes', media_type: 'x', bytes, stored_at: START, stored_by: 'ann' })
    .execute();
  const request = {
    provider_name: 'Line\u2028and paragraph\u2029 separators, "quotes",\nnewlines, 𝄞',
    provider_url: null,
    planner_type: null,
    contact_email: null,
    message: '',
    status: 'received' as const,
    received_at: START,
    decided_at: null,
    decided_by: null,
    provider_id: null,
  };
  // A dictionary would order them otherwise than bytes do.
  const requests = ['a', 'B', 'ä', 'Z', '-b'].map((id) => ({ id, ...request }));
  await db.insertInto('score_requests').values(requests).execute();
  // Stores order nulls differently.
  const fact = { fact_id: 'yield_max', value: '1.00', recorded_at: START };
  const rate = { provider_id: null, currency: 'USD', fact_id: 'reference_rate', value: '3.75' };
  // The one that follows has the smaller id, so that the order of ids would break the chain.
  await addIndicators(desk, 'zz', 'mm', 'aa');
  await db
    .insertInto('recorded_facts')
    .values([
      { ...fact, provider_id: 'p', currency: null },
      { ...fact, provider_id: 'p', currency: null, recorded_at: START - 1 },
      { ...rate, recorded_at: START },
      { ...rate, currency: 'CHF', recorded_at: START + 10 },
    ])
    .execute();
  await growLog(desk, 'four', 'five');
  return { ...desk, location, env: envOf(location) };
}

async function backUp({ env }: Pick<World, 'env'>, file: string, ...args: string[]) {
  const options = { env: { RF_MASTER_KEY: MASTER_KEY, ...env }, now: NOW };
  const { out } = await runCommand(backupCommand, [file, '--json', ...args], options);
  return JSON.parse(out.join('\n'));
}

/** With the master key in the environment. */
function restore(location: StoreLocation, file: string, ...args: string[]) {
  return restoreWith({ RF_MASTER_KEY: MASTER_KEY }, location, file, ...args);
}

/** With the master key in the folder, if there is one. */
function restoreAlone(location: StoreLocation, file: string, ...args: string[]) {
  return restoreWith({}, location, file, ...args);
}

async function restoreWith(
  more: Record<string, string>,
  location: StoreLocation,
  file: string,
  ...args: string[]
) {
  const env = { ...envOf(location), ...more };
  const { out } = await runCommand(restoreCommand, [file, '--json', ...args], { env, now: NOW });
  return JSON.parse(out.join('\n'));
}

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

onEitherStore('a restored store refuses changes to published records, like the original', async (kind, t) => {
  const file = path.join(temporaryFolder(t), 'b');
  await backUp(await world(kind, t), file);
  const location = await emptyLocation(kind, t);
  await restore(location, file);
  const store = await openStore(location);
  cleanUp(t, () => store.close());
  await assert.rejects(sql`update indicators set final_score = 1`.execute(store.db), /append-only/);
  assert.deepEqual(await readTopics(store.db), { published: 1, access: 0, events: 0, desk: 3 });
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

test('a file that was cut short or altered anywhere is refused, and nothing is restored', async (t) => {
  const folder = temporaryFolder(t);
  const whole = path.join(folder, 'whole');
  await backUp(await world('sqlite', t), whole);
  const zipped = readFileSync(whole);
  const text = gunzipSync(zipped);
  const lines = text.toString().split('\n').slice(0, -1);
  const bad = path.join(folder, 'bad');
  const location = await emptyLocation('sqlite', t);
  const refused = async (bytes: Uint8Array, what: string) => {
    writeFileSync(bad, bytes);
    const attempt = restore(location, bad);
    await assert.rejects(attempt, { name: 'StoreError', message: /is not a usable backup/ }, what);
  };
  for (let cut = 0; cut < zipped.length; cut += 1 + Math.floor(zipped.length / cases(6, 40))) {
    await refused(zipped.subarray(0, cut), `zipped, cut at ${cut}`);
  }
  await refused(zipped.subarray(0, -1), 'zipped, one byte short');
  // The first ten bytes are the header of gzip, which says nothing about the content.
  for (let at = 10; at < zipped.length; at += 1 + Math.floor(zipped.length / cases(6, 40))) {
    const altered = Buffer.from(zipped);
    altered[at]! ^= 1;
    await refused(altered, `zipped, byte ${at}`);
  }
  const steps = cases(12, 80);
  for (let step = 0; step < steps; step += 1) {
    const at = Math.floor((text.length * step) / steps);
    const altered = Buffer.from(text);
    altered[at]! ^= 1;
    await refused(gzipSync(altered), `byte ${at}`);
    await refused(gzipSync(text.subarray(0, at)), `text, cut at ${at}`);
  }
  const without = (index: number) => Buffer.from(`${lines.toSpliced(index, 1).join('\n')}\n`);
  await refused(gzipSync(without(5)), 'a row is missing');
  await refused(gzipSync(without(lines.length - 1)), 'the last line is missing');
  await refused(gzipSync(Buffer.concat([text, Buffer.from('{}\n')])), 'something is added');
  await refused(Buffer.from('not zipped'), 'no backup at all');
  assert.equal(existsSync(path.join(location.dataDir, 'rf.sqlite')), false);
  await restore(location, whole);
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

onEitherStore('a restore into a store that is not empty is refused', async (kind, t) => {
  const file = path.join(temporaryFolder(t), 'b');
  const desk = await world(kind, t);
  const { content_sha256 } = await backUp(desk, file);
  await assert.rejects(restore(desk.location, file), /The store is not empty/);
  const again = await backUp(desk, `${file}2`);
  assert.equal(again.content_sha256, content_sha256);
});

onEitherStore('a backup behind a checkpoint that was signed later is refused entirely', async (kind, t) => {
  const folder = temporaryFolder(t);
  const desk = await world(kind, t);
  const file = path.join(folder, 'b');
  const checkpoints = path.join(folder, 'checkpoints');
  await backUp(desk, file);
  await catchUpCheckpointFile(desk.desk.store.db, checkpoints);
  await growLog(desk, 'signed after the backup');
  const later = path.join(folder, 'later');
  await catchUpCheckpointFile(desk.desk.store.db, later);
  const location = await emptyLocation(kind, t);
  await assert.rejects(restore(location, file, '--checkpoint', later), /The store is behind/);
  const env = { ...envOf(location), RF_MASTER_KEY: MASTER_KEY, RF_CHECKPOINT_FILE: later };
  await assert.rejects(runCommand(restoreCommand, [file], { env }), /The store is behind/);
  // The checkpoint file of the store that was lost, where it is kept by default.
  const kept = path.join(location.dataDir, 'checkpoints.jsonl');
  copyFileSync(later, kept);
  await assert.rejects(restore(location, file), /The store is behind/);
  rmSync(kept);
  const newest = await desk.desk.store.db
    .selectFrom('checkpoints')
    .select('note')
    .orderBy('tree_size', 'desc')
    .executeTakeFirstOrThrow();
  const note = path.join(folder, 'note');
  writeFileSync(note, newest.note);
  await assert.rejects(restore(location, file, '--checkpoint', note), /The store is behind/);
  writeFileSync(note, 'nothing');
  await assert.rejects(restore(location, file, '--checkpoint', note), /contains no checkpoint/);
  const told = await restore(location, file, '--checkpoint', checkpoints);
  assert.ok(told.compared_checkpoints > 0);
});

test('a log that does not match its signed checkpoint is refused, even if the file is intact', async (t) => {
  const folder = temporaryFolder(t);
  const desk = await world('sqlite', t);
  const { db } = desk.desk.store;
  await sql`drop trigger log_nodes_no_update`.execute(db);
  const hash = Buffer.alloc(32).toString('base64');
  await db.updateTable('log_nodes').set({ hash }).where('level', '=', 2).execute();
  const file = path.join(folder, 'b');
  await backUp(desk, file);
  const location = await emptyLocation('sqlite', t);
  await assert.rejects(restore(location, file), /does not match its signed checkpoint/);
  const store = await openStore(location);
  cleanUp(t, () => store.close());
  assert.deepEqual(await store.db.selectFrom('staff').selectAll().execute(), []);
});

/** The same backup with another text, and hashes that agree with it, as somebody without the master key could make it. */
function edited(file: string, edit: (text: string) => string, format = 'rf-backup/2'): Buffer {
  const lines = gunzipSync(readFileSync(file)).toString().split('\n').slice(0, -1);
  const { end: _, rows, mac, ...hashes } = JSON.parse(lines.pop()!);
  assert.deepEqual(Object.keys(hashes), ['content_sha256', 'sha256']);
  const [header, ...content] = edit(`${lines.join('\n')}\n`)
    .replace('rf-backup/2', format)
    .split(/(?<=\n)/);
  const sha256 = (...parts: string[]) => createHash('sha256').update(parts.join('')).digest('hex');
  const digests = { content_sha256: sha256(...content), sha256: sha256(header!, ...content) };
  const footer = { end: format, rows, ...digests, ...(format === 'rf-backup/1' ? {} : { mac }) };
  return gzipSync(`${header}${content.join('')}${JSON.stringify(footer)}\n`);
}

test('a file that was edited with correct hashes, or made with another master key, is refused', async (t) => {
  const folder = temporaryFolder(t);
  const [file, bad] = [path.join(folder, 'b'), path.join(folder, 'bad')];
  await backUp(await world('sqlite', t), file);
  const location = await emptyLocation('sqlite', t);
  const foreign = Buffer.alloc(32, 8).toString('base64');
  const notOurs = { name: 'StoreError', message: /was not made with this master key, or it was altered/ };
  await assert.rejects(restoreWith({ RF_MASTER_KEY: foreign }, location, file), notOurs);
  await assert.rejects(restoreAlone(location, file), /cannot be authenticated.*There is no master key/);
  for (const edit of [
    (text: string) => text.replace('"Zoë"', '"Eve"'),
    (text: string) => text.replace(/"created_at":"[^"]+"/, '"created_at":"2020-01-01T00:00:00.000Z"'),
  ]) {
    writeFileSync(bad, edited(file, edit));
    await assert.rejects(restore(location, bad), notOurs);
  }
  writeFileSync(
    bad,
    edited(file, (text) => text),
  );
  await readBackup(bad, KEY);
  const withoutMac = gunzipSync(readFileSync(file))
    .toString()
    .replace(/,"mac":"\w+"/, '');
  writeFileSync(bad, gzipSync(withoutMac));
  await assert.rejects(restore(location, bad), notOurs);
  assert.equal(existsSync(path.join(location.dataDir, 'rf.sqlite')), false);

  writeFileSync(
    bad,
    edited(file, (text) => text.replace('"Zoë"', '"Eve"')),
  );
  const told = await restore(location, bad, '--unauthenticated');
  assert.equal(told.authenticated, false);
});

test('a backup of the format before is refused, unless it need not be authenticated', async (t) => {
  const folder = temporaryFolder(t);
  const [file, old] = [path.join(folder, 'b'), path.join(folder, 'old')];
  await backUp(await world('sqlite', t), file);
  writeFileSync(
    old,
    edited(file, (text) => text, 'rf-backup/1'),
  );
  const location = await emptyLocation('sqlite', t);
  await assert.rejects(restore(location, old), /format of an earlier version, which is not authenticated/);
  assert.equal(existsSync(path.join(location.dataDir, 'rf.sqlite')), false);
  assert.equal((await restore(location, old, '--unauthenticated')).authenticated, false);
});

test('a backup is not made with a master key that is not the one of the store', async (t) => {
  const desk = await world('sqlite', t);
  const env = { ...desk.env, RF_MASTER_KEY: Buffer.alloc(32, 8).toString('base64') };
  const file = path.join(temporaryFolder(t), 'b');
  await assert.rejects(backUp({ env }, file), /is not the one that sealed/);
  assert.equal(existsSync(file), false);
});

onEitherStore('a restore says who can act and what the newest checkpoint is', async (kind, t) => {
  const folder = temporaryFolder(t);
  const desk = await world(kind, t);
  const { db } = desk.desk.store;
  const file = path.join(folder, 'b');
  await db.updateTable('staff').set({ retired_at: START }).where('id', '=', 'ann').execute();
  const token = { revoked_at: null, created_at: START, last_used_at: null, prefix: 'p' };
  const tokens = [
    { ...token, token_hash: 'works', staff_id: 'Rob', confirmed_at: START },
    { ...token, token_hash: 'not confirmed', staff_id: 'Rob', confirmed_at: null },
    { ...token, token_hash: 'revoked', staff_id: 'Rob', confirmed_at: START, revoked_at: START },
    { ...token, token_hash: 'of a retired person', staff_id: 'ann', confirmed_at: START },
  ];
  await db.insertInto('staff_tokens').values(tokens).execute();
  await backUp(desk, file);
  const { created_at } = await db
    .selectFrom('checkpoints')
    .select('created_at')
    .where('tree_size', '=', 5)
    .executeTakeFirstOrThrow();
  const told = await restore(await emptyLocation(kind, t), file);
  // The first operator, and the three of four who were not retired.
  assert.deepEqual([told.authenticated, told.staff, told.active_staff_tokens], [true, 4, 2]);
  assert.deepEqual(told.newest_checkpoint, { tree_size: 5, created_at });
  const location = await emptyLocation(kind, t);
  const env = { ...envOf(location), RF_MASTER_KEY: MASTER_KEY };
  const { out } = await runCommand(restoreCommand, [file], { env, now: NOW });
  const text = out.join('\n');
  assert.match(text, /made with this master key and is unaltered/);
  assert.match(text, /^4 people on the staff, 2 active staff tokens/m);
  assert.match(text, /^Newest checkpoint: 5 entries, signed at \d{4}-/m);
  assert.match(text, /not compared with a checkpoint from outside/);
});

onEitherStore(
  'a restore checks the signing keys against the pinned key, or says to pin one',
  async (kind, t) => {
    const folder = temporaryFolder(t);
    const desk = await world(kind, t);
    const file = path.join(folder, 'b');
    await backUp(desk, file);
    const { public_key: ours } = await desk.desk.store.db
      .selectFrom('signing_keys')
      .select('public_key')
      .executeTakeFirstOrThrow();
    const { verifier: foreign } = await signerKeyFromSeed('somebody-else', Buffer.alloc(32, 7));

    const location = await emptyLocation(kind, t);
    pinKey(location.dataDir, foreign);
    await assert.rejects(restore(location, file), /do not follow from the pinned verifier key somebody-else/);
    const inEnvironment = { RF_MASTER_KEY: MASTER_KEY, RF_VERIFIER_KEY: ours };
    // The setting takes precedence over the file. That this works shows that the refused restore left nothing behind.
    const told = await restoreWith(inEnvironment, location, file);
    assert.deepEqual([told.pinned_key.from, ours.startsWith(told.pinned_key.id)], ['RF_VERIFIER_KEY', true]);

    const pinned = await emptyLocation(kind, t);
    pinKey(pinned.dataDir, ours);
    const env = { RF_MASTER_KEY: MASTER_KEY };
    const said = async (to: StoreLocation) =>
      (await runCommand(restoreCommand, [file], { env: { ...envOf(to), ...env }, now: NOW })).out.join('\n');
    assert.match(await said(pinned), /^The signing keys follow from the pinned key .*verifier\.pub/m);
    assert.match(
      await said(await emptyLocation(kind, t)),
      /NO VERIFIER KEY IS PINNED.*rf signing-keys pin KEY/,
    );
  },
);

test('a backup contains the master key only on request, and the output says so', async (t) => {
  const folder = temporaryFolder(t);
  const desk = await world('sqlite', t);
  const text = readFileSync(masterKeyFile(desk.location.dataDir), 'utf8').trim();
  const [sealed, included] = [path.join(folder, 'sealed'), path.join(folder, 'included')];
  const plain = await runCommand(backupCommand, [sealed], desk);
  assert.match(plain.out.join('\n'), /but not the master key/);
  assert.equal(gunzipSync(readFileSync(sealed)).includes(text), false);
  const loud = await runCommand(backupCommand, [included, '--with-master-key'], desk);
  assert.match(loud.out.join('\n'), /CONTAINS THE MASTER KEY/);
  for (const file of [sealed, included]) assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal((await readBackup(included, KEY)).header.keys, 'included');
  const json = await backUp(desk, `${included}2`, '--with-master-key');
  assert.equal(JSON.stringify(json).includes(text), false);

  const without = await emptyLocation('sqlite', t);
  assert.match(
    (await restoreAlone(without, sealed, '--unauthenticated')).master_key,
    /There is no master key/,
  );
  const location = await emptyLocation('sqlite', t);
  assert.equal(
    (await restoreAlone(location, included, '--unauthenticated')).master_key,
    'opens the signing key',
  );
  assert.equal(statSync(masterKeyFile(location.dataDir)).mode & 0o777, 0o600);
  const store = await openStore(location);
  cleanUp(t, () => store.close());
  await currentSigner(store.db, readMasterKey(location.dataDir, undefined));
});

test('an existing master key is kept, and one that differs from the backup is refused', async (t) => {
  const folder = temporaryFolder(t);
  const desk = await world('sqlite', t);
  const file = path.join(folder, 'b');
  await backUp(desk, file, '--with-master-key');
  const location = await emptyLocation('sqlite', t);
  createMasterKeyFile(location.dataDir);
  const own = readFileSync(masterKeyFile(location.dataDir), 'utf8');
  const attempt = restoreAlone(location, file, '--unauthenticated');
  await assert.rejects(attempt, /differs from the master key in the backup/);
  assert.equal(readFileSync(masterKeyFile(location.dataDir), 'utf8'), own);
  writeFileSync(masterKeyFile(location.dataDir), readFileSync(masterKeyFile(desk.location.dataDir)));
  await restoreAlone(location, file);
});

test('a restore that fails removes the master key again', async (t) => {
  const folder = temporaryFolder(t);
  const desk = await world('sqlite', t);
  const [file, later] = [path.join(folder, 'b'), path.join(folder, 'later')];
  await backUp(desk, file, '--with-master-key');
  await growLog(desk, 'later');
  await catchUpCheckpointFile(desk.desk.store.db, later);
  const location = await emptyLocation('sqlite', t);
  const attempt = restoreAlone(location, file, '--unauthenticated', '--checkpoint', later);
  await assert.rejects(attempt, /behind/);
  assert.equal(existsSync(masterKeyFile(location.dataDir)), false);
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
