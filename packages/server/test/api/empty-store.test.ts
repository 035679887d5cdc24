// A service that has published nothing yet says so, and is well.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApi } from '../../../../test/support/api.ts';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';
import { rf } from '../../../../test/support/rf.ts';
import { until } from '../../../../test/support/until.ts';
import { customer, issue, officeOf } from '../http/customers.ts';

test('before the first publication lists are empty, and what is asked for is 404', async (t) => {
  const dataDir = temporaryFolder(t);
  assert.equal((await rf(['init'], { env: { RF_DATA_DIR: dataDir } })).code, 0);
  const api = await startApi(t, { dataDir, demo: false });
  const office = await officeOf({ dataDir, databaseUrl: null }, t);
  const { key } = await issue(office, await customer(office, 'ENTERPRISE'));
  await until('the key is known', async () => (await api.get('/api/v1/usage', key)).status === 200);
  for (const path of [
    '/api/v1/scores',
    '/api/v1/scores?limit=5&include=rf_decision_object',
    '/api/v1/scores?as_of=2026-04-01',
    '/api/v1/issuances',
    '/api/public/scores',
    '/api/public/history',
    '/api/public/changelog',
  ]) {
    const { status, json } = await api.get(path, key);
    assert.deepEqual([status, json.data], [200, []], path);
  }
  for (const path of ['/feeds/changelog.atom', '/feeds/changelog.json', '/readyz', '/api/health']) {
    assert.equal((await api.get(path)).status, 200, path);
  }
  for (const path of [
    '/api/v1/scores/nobody',
    '/api/v1/scores/nobody/history',
    '/api/public/history/nobody',
    '/badges/nobody.svg',
  ]) {
    const { status, json } = await api.get(path, key);
    assert.deepEqual([status, json.code], [404, 'provider_not_found'], path);
  }
  for (const path of ['/log/tile/0/000.p/1', '/log/checkpoint', '/api/v1/methodology']) {
    const { status, json } = await api.get(path, key);
    assert.deepEqual([status, json.code], [404, 'not_found'], path);
  }
  const { json: standing } = await api.get('/api/v1/status');
  assert.equal(standing.status, 'operational');
  assert.deepEqual(standing.freshness, {
    last_published_at: null,
    last_run_at: null,
    oldest_score_at: null,
    providers: 0,
    stale_providers: 0,
  });
  assert.equal((await api.get('/api/public/keys')).json.data.length, 1);
  assert.equal(await api.stop(), 0);
});
