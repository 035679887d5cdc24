import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { openStore } from '@rf-indicators/core/store/open';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';
import { STORE_0030_KEY, storeWithHistory } from '../../../../test/support/store-0030.ts';
import { until } from '../../../../test/support/until.ts';
import { foundWorld } from '../../../../test/support/world.ts';
import type { DeskRound } from '../../src/workers/desk/messages.ts';
import { startDeskThread } from '../../src/workers/desk/thread.ts';

/** A thread that runs holds a port open on this side. */
const openPorts = () => process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort').length;

test('the desk thread ends when its work is done', async (t) => {
  const errors: unknown[] = [];
  const before = openPorts();
  const desk = startDeskThread(
    {
      location: { dataDir: temporaryFolder(t), databaseUrl: null },
      masterKey: randomBytes(32).toString('base64'),
      verifierKey: undefined,
      checkpointFile: null,
      policy: DEFAULT_POLICY,
      dailyRun: 'off',
      demo: false,
    },
    (error) => errors.push(error),
  );
  assert.ok(openPorts() > before, 'it starts at once');
  await until('the end of the thread', () => openPorts() === before);
  await desk.stop();
  assert.deepEqual(errors, []);
});

test('the first round of the desk thread waits for its delay, and a stop before that ends it', async (t) => {
  const settings = {
    location: { dataDir: temporaryFolder(t), databaseUrl: null },
    masterKey: randomBytes(32).toString('base64'),
    verifierKey: undefined,
    checkpointFile: null,
    policy: DEFAULT_POLICY,
    dailyRun: 'off',
    demo: false,
  } as const;
  const fail = (error: unknown) => {
    throw error;
  };
  const before = openPorts();
  const waiting = startDeskThread(settings, fail, { delayMs: 60_000 });
  const desk = startDeskThread(settings, fail, { delayMs: 100 });
  assert.equal(openPorts(), before, 'neither has begun');
  await until('the first round', () => openPorts() === before + 1);
  await Promise.all([desk.stop(), waiting.stop()]);
  assert.equal(openPorts(), before);
});

test('the desk thread publishes a framework on the day that it takes effect', async (t) => {
  const location = { dataDir: temporaryFolder(t), databaseUrl: null };
  const masterKey = randomBytes(32).toString('base64');
  const store = await openStore(location);
  t.after(() => store.close());
  // Founded the day before its framework takes effect, which is long ago.
  await foundWorld(store, readMasterKey('', masterKey));
  const news = async () => {
    const rows = await store.db.selectFrom('events').select('type').orderBy('seq').execute();
    return rows.map(({ type }) => type);
  };
  assert.deepEqual(await news(), ['methodology.announced']);
  const before = openPorts();
  const settings = {
    location,
    masterKey,
    verifierKey: undefined,
    checkpointFile: null,
    policy: DEFAULT_POLICY,
  };
  const desk = startDeskThread({ ...settings, dailyRun: 'off', demo: false }, (error) => {
    throw error;
  });
  await until('the end of the thread', () => openPorts() === before);
  await desk.stop();
  assert.deepEqual(await news(), ['methodology.announced', 'methodology.published']);
});

test('the desk thread compresses the packages that an older version stored as text', async (t) => {
  const location = await storeWithHistory('sqlite', t);
  const rounds: DeskRound[] = [];
  const desk = startDeskThread(
    {
      location,
      masterKey: STORE_0030_KEY,
      verifierKey: undefined,
      checkpointFile: null,
      policy: DEFAULT_POLICY,
      dailyRun: 'off',
      demo: false,
    },
    (error) => {
      throw error;
    },
    { onRound: (round) => rounds.push(round) },
  );
  await until('the first round', () => rounds.length > 0);
  await desk.stop();
  const [{ olderPackages }] = rounds as [DeskRound];
  assert.ok(olderPackages!.compressed > 40);
  assert.equal(olderPackages!.left, 0);
});
