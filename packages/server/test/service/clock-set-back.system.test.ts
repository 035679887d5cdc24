// The clock of the machine is set back by a day while the service runs.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { startApi } from '../../../../test/support/api.ts';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';
import { repository } from '../../../../test/support/repository.ts';
import { until } from '../../../../test/support/until.ts';

const PRELOAD = pathToFileURL(path.join(repository, 'test/support/set-back-clock.mjs')).href;

test('a clock that is set back changes neither limits nor responses, and the process goes on', async (t) => {
  const setBack = path.join(temporaryFolder(t), 'set-back');
  const api = await startApi(t, {
    ownProcess: true,
    env: { NODE_OPTIONS: `--import=${PRELOAD}`, RF_TEST_SET_BACK: setBack },
  });
  const read = async () => {
    const { status, headers } = await api.get('/api/v1/scores', api.keys.ENTERPRISE);
    return { status, remaining: Number(headers['x-ratelimit-remaining']), etag: headers.etag };
  };
  const time = async () => Date.parse((await api.get('/api/health')).json.time);
  const before = await read();
  const timeBefore = await time();
  const { json: status } = await api.get('/api/v1/status');

  writeFileSync(setBack, '');
  await until('it is noticed', async () => (await api.get('/readyz')).json.status === 'degraded');
  // Two heartbeats and several sweeps of the limits later.
  const since = performance.now();
  await until('time has passed', async () => performance.now() - since > 5000);
  const after = await read();
  assert.deepEqual(after, { status: 200, remaining: before.remaining - 1, etag: before.etag });
  assert.ok((await time()) >= timeBefore, 'the clock of the service does not go back');
  const { json: readiness } = await api.get('/readyz');
  assert.equal(readiness.status, 'degraded');
  assert.deepEqual(
    readiness.checks.filter(({ ok }: { ok: boolean }) => !ok).map(({ name }: { name: string }) => name),
    ['clock'],
  );
  const { json: later } = await api.get('/api/v1/status');
  assert.deepEqual(later.incidents, status.incidents);
  const request = { body: { provider_name: 'Some Provider' } };
  assert.equal((await api.call('POST', '/api/public/score-request', request)).status, 202);
  assert.equal(await api.stop(), 0);
  assert.match(api.errors(), /^\{[^\n]*"clock failed: The clock of this machine jumped\.[^\n]*\n$/);
});
