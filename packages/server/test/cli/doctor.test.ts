import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { diskVerdict } from '@rf-indicators/core/desk/doctor/doctor-machine';
import { catchUpCheckpointFile } from '@rf-indicators/core/log/checkpoint-file';
import { masterKeyFile } from '@rf-indicators/core/secrets/master-key';
import { connectStore } from '@rf-indicators/core/store/connect';
import { expand } from '@rf-indicators/core/store/migrations';
import { sqliteFile } from '@rf-indicators/core/store/sqlite-file';
import { sql } from 'kysely';
import { dropTriggers, START } from '../../../../test/support/desk-fixture.ts';
import { addIndicators, foundedDesk, growLog } from '../../../../test/support/founded-desk.ts';
import { cleanUp, temporaryFolder } from '../../../../test/support/lifetime.ts';
import {
  addMigration,
  makeTooOld,
  noMigration,
  recordUnknownMigration,
} from '../../../../test/support/migration-records.ts';
import { rf } from '../../../../test/support/rf.ts';
import { emptyLocation, onDurablePostgres, onEitherStore } from '../../../../test/support/stores.ts';
import { doctorCommand } from '../../src/cli/service/doctor.ts';
import { initCommand } from '../../src/cli/service/init.ts';
import { envOf, runCommand } from './run-command.ts';
import { doctor } from './run-doctor.ts';

onDurablePostgres();

const HEALTHY = {
  store: 'ok',
  migrations: 'ok',
  'master key': 'ok',
  'pinned key': 'ok',
  log: 'ok',
  signatures: 'ok',
  methodology: 'warn',
  'two people': 'warn',
  'sign-in servers': 'ok',
  disclosures: 'ok',
  'who may do what': 'ok',
  clock: 'ok',
  'checkpoint file': 'warn',
  integrity: 'ok',
  'file modes': 'ok',
};

onEitherStore('a new store is healthy, and the remaining steps are reported', async (kind, t) => {
  const location = await emptyLocation(kind, t);
  const env = envOf(location);
  await runCommand(initCommand, [], { env, now: START });
  const { code, out } = await runCommand(doctorCommand, [], { env, now: START + 1000 });
  assert.equal(code, 0);
  assert.deepEqual(
    out.map((line) => /^(ok|warn|FAIL) +(\D+?): \S/.exec(line)?.[2]),
    [...Object.keys(HEALTHY), 'disk'],
  );
  assert.match(
    out[0]!,
    kind === 'sqlite' ? /^ok {3}store: SQLite, journal_mode=wal, synchronous=full/ : /PostgreSQL/,
  );
  assert.match(out[3]!, /^ok {3}pinned key: rf-indicators\+\w+ \(.*verifier\.pub\)/);
  assert.match(out[6]!, /^warn methodology: no framework is in effect.* — .*rf methodology/);
  assert.match(out[7]!, /^warn two people: the store is being founded since/);
  assert.match(out[8]!, /^ok {3}sign-in servers: mail server: none yet; OIDC provider: none yet/);
  assert.match(out[12]!, /^warn checkpoint file: .* is in the data folder, .* — set RF_CHECKPOINT_FILE/);
});

onEitherStore('a log and signatures that verify are reported as ok', async (kind, t) => {
  const location = await emptyLocation(kind, t);
  const desk = await foundedDesk(location, t);
  await addIndicators(desk, 'a', 'b', 'c');
  const file = path.join(temporaryFolder(t), 'checkpoints');
  await catchUpCheckpointFile(desk.desk.store.db, file);
  const { states, about } = await doctor({ ...envOf(location), RF_CHECKPOINT_FILE: file });
  assert.equal(states.log, 'ok');
  assert.match(about('signatures').what, /no invalid signature.*3 checked/);
  assert.equal(states['checkpoint file'], 'ok');
  // The framework in this store no longer matches its digest.
  assert.equal(states.methodology, 'fail');
});

onEitherStore('altered nodes, checkpoints and signatures are reported', async (kind, t) => {
  const location = await emptyLocation(kind, t);
  const desk = await foundedDesk(location, t);
  await addIndicators(desk, 'a', 'b');
  const { db } = desk.desk.store;
  for (const table of ['log_nodes', 'checkpoints', 'indicators']) await dropTriggers(desk.desk, table);
  const { signature } = await db.selectFrom('indicators').select('signature').executeTakeFirstOrThrow();
  await db.updateTable('indicators').set({ signature }).execute();
  const first = await doctor(envOf(location));
  assert.equal(first.code, 1);
  assert.equal(first.states.signatures, 'fail');
  assert.match(first.about('signatures').what, /1 of the newest 2 indicators cannot be verified/);
  assert.equal(first.states.log, 'ok');
  const hash = Buffer.alloc(32).toString('base64');
  await db.updateTable('log_nodes').set({ hash }).where('level', '=', 1).execute();
  assert.match((await doctor(envOf(location))).about('log').what, /root differs from the root/);
  await sql`update checkpoints set note = replace(note, 'rf-indicators', 'another')`.execute(db);
  assert.equal((await doctor(envOf(location))).states.log, 'fail');
});

test('a missing or wrong master key is reported', async (t) => {
  const location = await emptyLocation('sqlite', t);
  await foundedDesk(location, t);
  const wrong = { ...envOf(location), RF_MASTER_KEY: Buffer.alloc(32).toString('base64') };
  assert.match((await doctor(wrong)).about('master key').what, /is not the one that sealed/);
  rmSync(masterKeyFile(location.dataDir));
  const { code, about } = await doctor(envOf(location));
  assert.equal(code, 1);
  assert.match(about('master key').what, /There is no master key/);
});

test('a clock that is behind the newest record is reported', async (t) => {
  const location = await emptyLocation('sqlite', t);
  await foundedDesk(location, t);
  const { states, about } = await doctor(envOf(location), START - 60_000);
  assert.equal(states.clock, 'fail');
  assert.match(about('clock').what, /^2026-04-01T08:59:00.000Z is earlier than the newest record/);
});

test('a checkpoint file that is ahead, behind or in the data folder is reported', async (t) => {
  const location = await emptyLocation('sqlite', t);
  const desk = await foundedDesk(location, t);
  const file = path.join(temporaryFolder(t), 'checkpoints');
  const env = { ...envOf(location), RF_CHECKPOINT_FILE: file };
  await growLog(desk, 'one');
  assert.match((await doctor(env)).about('checkpoint file').what, /covers 0 of 1/);
  const inside = path.join(location.dataDir, 'checkpoints');
  const misplaced = await doctor({ ...env, RF_CHECKPOINT_FILE: inside });
  assert.match(misplaced.about('checkpoint file').what, /is in the data folder/);
  const other = await foundedDesk(await emptyLocation('sqlite', t), t);
  await growLog(other, 'one', 'two');
  await catchUpCheckpointFile(other.desk.store.db, file);
  const behind = await doctor(env);
  assert.equal(behind.states['checkpoint file'], 'fail');
  assert.match(behind.about('checkpoint file').what, /The store is behind/);
});

onEitherStore('an empty database is reported, and stays empty', async (kind, t) => {
  const location = await emptyLocation(kind, t);
  const store = await connectStore(location);
  cleanUp(t, () => store.close());
  await sql`select 1`.execute(store.db);
  const { code, about } = await doctor(envOf(location));
  assert.equal(code, 0);
  assert.match(about('migrations').what, /^there is no store in this database yet/);
  assert.deepEqual(await store.db.introspection.getTables(), []);
});

onEitherStore('a store that belongs to an older or a newer version is reported', async (kind, t) => {
  const location = await emptyLocation(kind, t);
  const { db } = (await foundedDesk(location, t)).desk.store;
  addMigration(t, '9001-new-table', expand(noMigration));
  const older = await doctor(envOf(location));
  assert.deepEqual([older.code, older.states.migrations], [0, 'warn']);
  assert.match(older.about('migrations').what, /^pending: 9001-new-table;/);
  assert.match(older.about('migrations').todo!, /take a backup with the version of rf that last opened/);
  await recordUnknownMigration(db);
  const newer = await doctor(envOf(location));
  assert.deepEqual([newer.code, newer.states.migrations], [1, 'fail']);
  assert.match(
    newer.about('migrations').what,
    /newer version of rf: this version does not know 9999-unknown/,
  );
  assert.equal(newer.states.log, undefined, 'the tables of another version are not read');
  await makeTooOld(db);
  const tooOld = await doctor(envOf(location));
  assert.deepEqual([tooOld.code, tooOld.states.migrations], [1, 'fail']);
  assert.match(tooOld.about('migrations').what, /its newest migration is 0029-nodes;/);
  assert.match(tooOld.about('migrations').todo!, /^open it first with the version at commit [0-9a-f]{40}/);
});

test('a missing store is reported, and none is created', async (t) => {
  const folder = path.join(temporaryFolder(t), 'none');
  const { code, states } = await doctor({ RF_DATA_DIR: folder });
  assert.equal(code, 1);
  assert.equal(states.store, 'fail');
  assert.equal(existsSync(folder), false);
  const unreachable = await doctor({ RF_DATA_DIR: folder, DATABASE_URL: 'postgres://127.0.0.1:1/none' });
  assert.equal(unreachable.states.store, 'fail');
  assert.match(unreachable.about('store').what, /ECONNREFUSED/);
});

test('a file that is not a database is reported', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(path.join(folder, 'rf.sqlite'), 'no database '.repeat(100));
  assert.match((await doctor({ RF_DATA_DIR: folder })).about('store').what, /not a database/);
});

test('free disk: a warning below 1 GiB, a failure below 100 MiB', () => {
  const mib = 1024 * 1024;
  const states = [2000, 1000, 99].map((free) => diskVerdict(free * mib, '/data').state);
  assert.deepEqual(states, ['ok', 'warn', 'fail']);
});

const PAGE_BYTES = 4096;

test('a damaged file is reported with the advice to restore a backup, and never to create a store', async (t) => {
  const location = await emptyLocation('sqlite', t);
  const { desk } = await foundedDesk(location, t);
  await desk.store.close();
  const file = sqliteFile(location.dataDir);
  const whole = readFileSync(file);
  // A page with rows of the audit trail; the list of tables stays intact.
  const page = Math.floor(whole.lastIndexOf('staff.created') / PAGE_BYTES) * PAGE_BYTES;
  writeFileSync(file, Buffer.from(whole).fill(0xa5, page, page + PAGE_BYTES));
  const torn = await doctor(envOf(location));
  assert.equal(torn.code, 1);
  assert.match(torn.about('integrity').what, /^the file is damaged: /);
  assert.match(torn.about('integrity').todo!, /restore the newest backup .* rf restore/);
  writeFileSync(file, Buffer.alloc(whole.length, 0xa5));
  const foreign = await doctor(envOf(location));
  assert.match(foreign.about('store').what, /^The store is damaged\. \(file is not a database\)/);
  assert.match(foreign.about('store').todo!, /rf restore/);
  const { code, stderr } = await rf(['due'], { env: { RF_DATA_DIR: location.dataDir } });
  assert.equal(code, 2);
  assert.match(stderr, /^rf: The store is damaged\. .*rf restore/);
});

test('a row that refers to a missing row is reported', async (t) => {
  const location = await emptyLocation('sqlite', t);
  const { desk } = await foundedDesk(location, t);
  await sql`pragma foreign_keys = off`.execute(desk.store.db);
  await sql`create table child (id integer references staff (id))`.execute(desk.store.db);
  await sql`insert into child values (12345)`.execute(desk.store.db);
  const { about } = await doctor(envOf(location));
  assert.match(about('integrity').what, /^1 row refers to a missing row: child to staff/);
});

test('files that other users can read are reported', async (t) => {
  const location = await emptyLocation('sqlite', t);
  await foundedDesk(location, t);
  assert.equal((await doctor(envOf(location))).states['file modes'], 'ok');
  chmodSync(sqliteFile(location.dataDir), 0o644);
  const { about } = await doctor(envOf(location));
  assert.match(about('file modes').what, /rf\.sqlite \(644\)/);
  assert.equal(about('file modes').state, 'warn');
});

onEitherStore('a mail server that two people have not confirmed is reported', async (kind, t) => {
  const location = await emptyLocation(kind, t);
  await foundedDesk(location, t);
  const mail = { RF_SMTP_URL: 'smtp://user:secret@mail.example.com', RF_MAIL_FROM: 'rf@example.com' };
  const { about } = await doctor({ ...envOf(location), ...mail });
  const { state, what, todo } = about('sign-in servers');
  assert.equal(state, 'warn');
  assert.match(what, /not confirmed the mail server in the settings: smtp:\/\/mail\.example\.com:587 as rf@/);
  assert.match(todo!, /rf servers set/);
  assert.ok(!what.includes('secret'));
});
