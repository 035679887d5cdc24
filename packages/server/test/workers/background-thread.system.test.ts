// The background thread: when it runs, what a round of scheduled work does, and that a verification gives way to it.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { startVerification } from '@rf-indicators/core/desk/verification/verifications';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { createStore } from '@rf-indicators/core/store/open';
import type { StoreLocation } from '@rf-indicators/core/store/store';
import { cleanUp, temporaryFolder } from '../../../../test/support/lifetime.ts';
import { openMigrated, STORE_0030_KEY, storeWithHistory } from '../../../../test/support/store-0030.ts';
import { until } from '../../../../test/support/until.ts';
import { foundWorld } from '../../../../test/support/world.ts';
import type { Round } from '../../src/workers/background/messages.ts';
import { type ScheduleOptions, startSchedule } from '../../src/workers/background/schedule.ts';
import { type BackgroundThread, backgroundThread } from '../../src/workers/background/thread.ts';
import { actSettingsOf } from './act-settings.ts';

/** A thread that runs holds a port open on this side. */
const openPorts = () => process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort').length;

const fail = (error: unknown) => {
  throw error;
};

function threadOf(
  t: TestContext,
  location: StoreLocation,
  masterKey = randomBytes(32).toString('base64'),
): BackgroundThread {
  const thread = backgroundThread(
    {
      acts: actSettingsOf(location, { masterKey }),
      dailyRun: 'off',
      demo: false,
    },
    { onError: fail },
  );
  cleanUp(t, () => thread.stop());
  return thread;
}

async function newStore(t: TestContext): Promise<StoreLocation> {
  const location = { dataDir: temporaryFolder(t), databaseUrl: null };
  await (await createStore(location)).close();
  return location;
}

function scheduleOf(t: TestContext, thread: BackgroundThread, options: Partial<ScheduleOptions> = {}) {
  const schedule = startSchedule(thread, { onError: fail, ...options });
  cleanUp(t, () => schedule.stop());
  return schedule;
}

test('the thread ends when its scheduled work is done', async (t) => {
  const location = await newStore(t);
  const before = openPorts();
  const thread = threadOf(t, location);
  assert.equal(openPorts(), before, 'there is none without work');
  const rounds: Round[] = [];
  scheduleOf(t, thread, { onRound: (round) => rounds.push(round) });
  assert.ok(openPorts() > before, 'it starts at once');
  await until('the end of the thread', () => openPorts() === before);
  assert.equal(rounds.length, 1);
});

test('the first round waits for its delay, and a stop before that ends it', async (t) => {
  const location = await newStore(t);
  const before = openPorts();
  const thread = threadOf(t, location);
  const waiting = scheduleOf(t, threadOf(t, location), { delayMs: 60_000 });
  const schedule = scheduleOf(t, thread, { delayMs: 100 });
  assert.equal(openPorts(), before, 'neither has begun');
  await until('the first round', () => openPorts() === before + 1);
  await Promise.all([schedule.stop(), waiting.stop(), thread.stop()]);
  assert.equal(openPorts(), before);
});

test('a round publishes a framework on the day that it takes effect', async (t) => {
  const location = { dataDir: temporaryFolder(t), databaseUrl: null };
  const masterKey = randomBytes(32).toString('base64');
  const store = await createStore({ ...location, masterKey });
  cleanUp(t, () => store.close());
  // Founded the day before its framework takes effect, which is long ago.
  await foundWorld(store, readMasterKey('', masterKey));
  const news = async () => {
    const rows = await store.db.selectFrom('events').select('type').orderBy('seq').execute();
    return rows.map(({ type }) => type);
  };
  assert.deepEqual(await news(), ['methodology.announced']);
  await threadOf(t, location, masterKey).work({ swept: null, lease: null });
  assert.deepEqual(await news(), ['methodology.announced', 'methodology.published']);
});

test('rounds compress the packages that an older version stored as text', async (t) => {
  const location = await storeWithHistory('sqlite', t);
  await openMigrated(location, t);
  const thread = threadOf(t, location, STORE_0030_KEY);
  // A round spends a limited time on it, so a busy machine needs several.
  let compressed = 0;
  await until('the last package', async () => {
    const { olderPackages } = await thread.work({ swept: null, lease: null });
    assert.ok(olderPackages!.compressed > 0 || olderPackages!.left === 0);
    compressed += olderPackages!.compressed;
    return olderPackages!.left === 0;
  });
  assert.ok(compressed > 40);
});

test('a round of scheduled work does not wait for the end of a verification', async (t) => {
  const location = { dataDir: temporaryFolder(t), databaseUrl: null };
  const masterKey = randomBytes(32).toString('base64');
  const store = await createStore({ ...location, masterKey });
  cleanUp(t, () => store.close());
  const { desk, people } = await foundWorld(store, readMasterKey('', masterKey));
  const id = await startVerification(desk, people.operator);
  const thread = threadOf(t, location, masterKey);
  const ended: string[] = [];
  const verifying = thread.verify(id).then(() => ended.push('verification'));
  const working = thread.work({ swept: null, lease: null }).then(() => ended.push('round'));
  await Promise.all([verifying, working]);
  assert.deepEqual(ended, ['round', 'verification']);
  const { result, failure } = await store.db
    .selectFrom('verifications')
    .select(['result', 'failure'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.equal(failure, null);
  assert.equal(JSON.parse(result!).problems, 0);
});
