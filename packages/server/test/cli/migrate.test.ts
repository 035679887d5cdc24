// rf migrate, and what every other command says to a PostgreSQL store with pending migrations.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectStore } from '@rf-indicators/core/store/connect';
import { readMigrations } from '@rf-indicators/core/store/migrate';
import { contract, NEWEST_MIGRATION } from '@rf-indicators/core/store/migrations';
import type { Store, StoreLocation } from '@rf-indicators/core/store/store';
import { sql } from 'kysely';
import { startApi } from '../../../../test/support/api.ts';
import { cleanUp, wholeFile } from '../../../../test/support/lifetime.ts';
import { addMigration, makeTooOld, noMigration } from '../../../../test/support/migration-records.ts';
import { rf } from '../../../../test/support/rf.ts';
import { emptyLocation } from '../../../../test/support/stores.ts';
import { until } from '../../../../test/support/until.ts';

const NEXT = '9001-new-table';

const location = await emptyLocation('postgres', wholeFile);
const env = { DATABASE_URL: location.databaseUrl!, RF_DATA_DIR: location.dataDir };
const store = await connect(location);

async function connect(given: StoreLocation): Promise<Store> {
  const opened = await connectStore(given, { connections: 2 });
  cleanUp(wholeFile, () => opened.close());
  return opened;
}

/** Undoes the migration that this file adds. */
async function undoNext(): Promise<void> {
  await sql`delete from kysely_migration where name = ${NEXT}`.execute(store.db);
  await setOldest(NEWEST_MIGRATION);
}

const setOldest = (oldest: string) =>
  sql`update compatible_versions set oldest = ${oldest}`.execute(store.db);

const pending = async () => (await readMigrations(store.db)).pending;

test('there is nothing to migrate before rf init, and nothing after it', async () => {
  for (const command of [['migrate'], ['migrate', '--yes'], ['staff', 'list'], ['serve']]) {
    const { code, stderr } = await rf(command, { env });
    assert.equal(code, 2, command.join(' '));
    assert.match(stderr, /There is no store in/);
  }
  assert.equal((await rf(['init'], { env })).code, 0);
  const { code, stdout } = await rf(['migrate'], { env });
  assert.deepEqual([code, stdout], [0, 'No migration is pending.\n']);
});

test('a store with pending migrations is refused by everything but rf migrate, and changed by nothing', async (t) => {
  addMigration(t, NEXT, contract(noMigration));
  for (const command of [['staff', 'list'], ['verify', '--all'], ['audit']]) {
    const { code, stderr } = await rf(command, { env });
    assert.equal(code, 2, command.join(' '));
    assert.match(stderr, /1 pending migration \(9001-new-table\).* rf migrate\./);
  }
  const doctor = await rf(['doctor'], { env });
  assert.match(doctor.stdout, /^warn migrations: pending: 9001-new-table;.* run rf migrate$/m);
  const shown = await rf(['migrate'], { env });
  assert.equal(shown.code, 2);
  assert.match(shown.stdout, /^Pending:\n {2}9001-new-table {2}changes what older nodes use$/m);
  assert.match(shown.stderr, /This applies 1 migration\. It cannot be undone\. To confirm it, add --yes\./);
  assert.deepEqual(await pending(), [NEXT]);
});

test('a node that would not survive the migration holds it up', async (t) => {
  addMigration(t, NEXT, contract(noMigration));
  const now = Date.now();
  const node = { name: 'old-node', version: NEWEST_MIGRATION, started_at: now, last_seen_at: now };
  await store.db.insertInto('nodes').values(node).execute();
  const refused = await rf(['migrate', '--yes'], { env });
  assert.equal(refused.code, 1);
  assert.match(
    refused.stderr,
    /9001-new-table was not applied: a node runs a version that does not know 9001-new-table \(old-node\)\./,
  );
  assert.deepEqual(await pending(), [NEXT]);
  assert.equal((await rf(['migrate', '--yes', '--despite-older-nodes'], { env })).code, 0);
  assert.deepEqual(await pending(), []);
  await store.db.deleteFrom('nodes').execute();
  await undoNext();
});

test('rf migrate applies what is pending, says what it does, and everything works again', async (t) => {
  addMigration(t, NEXT, contract(noMigration));
  const { code, stdout } = await rf(['migrate', '--yes'], { env });
  assert.equal(code, 0);
  assert.match(stdout, /^Applying 9001-new-table …\nApplied 1 migration\.$/m);
  const listed = await rf(['staff', 'list'], { env });
  assert.equal(listed.code, 0, listed.stderr);
  await undoNext();
});

test('a store that is too old is refused by everything, and changed by nothing', async () => {
  const undo = await makeTooOld(store.db);
  const before = await readMigrations(store.db);
  for (const command of [
    ['staff', 'list'],
    ['serve'],
    ['verify', '--all'],
    ['migrate'],
    ['migrate', '--yes'],
  ]) {
    const { code, stderr } = await rf(command, { env });
    assert.equal(code, 2, command.join(' '));
    assert.match(
      stderr,
      /too old for this version of rf: its newest migration is 0029-nodes\..* at commit [0-9a-f]{40}/,
    );
  }
  assert.deepEqual(await readMigrations(store.db), before);
  await undo();
});

test('a node notices that the store has become incompatible, and refuses to use it', async (t) => {
  const { dataDir } = location;
  const api = await startApi(t, { demo: false, dataDir, env: { DATABASE_URL: location.databaseUrl! } });
  const request = () =>
    api.call('POST', '/api/public/score-request', { body: { provider_name: 'Any Provider' } });
  assert.equal((await request()).status, 202);
  await setOldest('9999-unknown');
  await until('writes are refused', async () => {
    const { json } = await api.get('/readyz');
    const failed = json.checks.filter(({ ok }: { ok: boolean }) => !ok);
    return (
      json.status === 'degraded' &&
      failed.length === 2 &&
      failed.every(({ detail }: { detail: string }) => /was migrated for a newer version/.test(detail))
    );
  });
  assert.equal((await request()).status, 503);
  assert.equal((await api.get('/api/public/verify/RF-00000-00000-00000-00000-000000')).status, 503);
  assert.match(api.errors(), /install the newer version of rf on this node/);
  await setOldest(NEWEST_MIGRATION);
  await until('the node is well again', async () => (await api.get('/readyz')).json.status === 'ready');
  assert.equal((await request()).status, 202);
});
