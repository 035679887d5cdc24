// The wall clock of a running service jumps by days, as libfaketime makes it: scheduled work waits, and readers notice
// nothing but the status.

import assert from 'node:assert/strict';
import { globSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { connectStore } from '@rf-indicators/core/store/connect';
import { startApi } from '../../../../test/support/api.ts';
import { copyDemo } from '../../../../test/support/demo-folder.ts';
import { cleanUp, temporaryFolder } from '../../../../test/support/lifetime.ts';
import { until } from '../../../../test/support/until.ts';

const DAY = 24 * 60 * 60 * 1000;
/** The first round of scheduled work begins ten seconds after the start. */
const FIRST_ROUND_MS = 13_000;
const CLOCK =
  'The clock of this machine jumped. Scheduled work waits until it has run steadily for ten minutes.';

test('after a jump of five days nothing becomes stale and nothing is published, and the status says so', async (t) => {
  const dataDir = temporaryFolder(t);
  await copyDemo(dataDir);
  const library = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0];
  assert.ok(library !== undefined, 'Install the Debian package libfaketime.');
  const file = path.join(temporaryFolder(t), 'time');
  const setClock = (offset: string) => writeFileSync(file, `${offset}\n`);
  setClock('+0');
  const env = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
    RF_METRICS: 'loopback',
  };
  const store = await connectStore({ dataDir, databaseUrl: null });
  cleanUp(t, () => store.close());
  const written = async () => ({
    runs: await count('runs'),
    publications: await count('publications'),
    stale: await count('stale_marks'),
    withdrawals: await count('withdrawals'),
    checkpoints: await count('checkpoints'),
    datasets: await count('datasets'),
  });
  const count = async (
    table: 'runs' | 'publications' | 'stale_marks' | 'withdrawals' | 'checkpoints' | 'datasets',
  ) =>
    Number(
      (
        await store.db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    );
  const before = await written();
  // Not as a demo: its last day is past, so a daily run is due at once. The clock must jump before it begins.
  const api = await startApi(t, { ownProcess: true, demo: false, dataDir, env });
  const read = async () => (await api.get('/api/v1/scores', api.keys.ENTERPRISE)).headers;
  const remaining = Number((await read())['x-ratelimit-remaining']);

  const startedAt = performance.now();
  setClock('+5d');
  await until('the jump is noticed', async () => (await api.get('/readyz')).json.status === 'degraded');
  const { json: status } = await api.get('/api/v1/status');
  assert.equal(status.status, 'degraded');
  assert.deepEqual(status.components.at(-1), { name: 'publishing', status: 'degraded', detail: CLOCK });
  await wait(Math.max(0, FIRST_ROUND_MS - (performance.now() - startedAt)));
  const metrics = await (await fetch(`${api.url}/metrics`)).text();
  assert.match(metrics, /^rf_clock_steady 0$/m);
  assert.match(metrics, /^rf_leader 0$/m);
  assert.deepEqual(await written(), before);
  const { json: health } = await api.get('/api/health');
  assert.ok(Math.abs(Date.parse(health.time) - Date.now()) < DAY, 'the time of the service goes on');
  assert.equal(Number((await read())['x-ratelimit-remaining']), remaining - 1, 'no window was emptied');

  // A restart does not end the wait, and finds the time by which the clock was relied on.
  assert.equal(await api.stop(), 0);
  const again = await startApi(t, { ownProcess: true, demo: false, dataDir, env });
  await until('it still waits', async () => (await again.get('/readyz')).json.status === 'degraded');
  const { json: later } = await again.get('/api/health');
  assert.ok(Math.abs(Date.parse(later.time) - Date.now()) < DAY);
  assert.equal(await again.stop(), 0);
  assert.deepEqual(await written(), before);
});
