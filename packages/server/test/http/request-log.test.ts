// One line per request if RF_LOG=requests, and never a key, a path or what a client wrote; durations in the metrics.

import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { test } from 'node:test';
import { startApi } from '../../../../test/support/api.ts';
import { until } from '../../../../test/support/until.ts';
import { Histogram } from '../../src/http/metrics.ts';
import { logRequests } from '../../src/http/request-log.ts';
import { readConfig } from '../../src/service/config.ts';
import { ConfigError } from '../../src/service/config-error.ts';

test('every request is logged with its operation, status, duration and workspace, and nothing secret', async (t) => {
  const api = await startApi(t, { env: { RF_LOG: 'requests' } });
  const key = api.keys.ENTERPRISE;
  const [{ slug }] = (await api.get('/api/v1/scores', key)).json.data;
  // The fast path, the router, refusals, a page and an unknown path.
  const calls = [
    { path: `/api/v1/scores/${slug}`, key, operation: 'getScore', status: 200 },
    { path: '/api/v1/usage', key, operation: 'getUsage', status: 200 },
    { path: '/api/v1/scores?sort=secret-text', key, operation: 'listScores', status: 400 },
    { path: '/api/v1/scores', key: 'rf_live_unknown', operation: 'listScores', status: 401 },
    { path: '/docs/api', operation: null, status: 200 },
    { path: '/nothing/secret-text', operation: null, status: 404 },
  ];
  for (const [at, { path, key: given }] of calls.entries()) {
    const headers = { 'x-request-id': `call-${at}`, ...(given === undefined ? {} : { 'x-api-key': given }) };
    await (await fetch(`${api.url}${path}`, { headers })).arrayBuffer();
  }
  const body = { provider_name: 'secret-text' };
  const received = await api.call('POST', '/api/public/score-request', { body });
  const entries = () =>
    api
      .errors()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const entryOf = (id: unknown) => entries().find(({ request_id }) => request_id === id);
  await until('the last line is there', async () => entryOf(received.headers['x-request-id']) !== undefined);
  for (const [at, { operation, status, key: given }] of calls.entries()) {
    const { time, level, duration_ms, workspace_id, ...rest } = entryOf(`call-${at}`);
    assert.deepEqual(rest, { request_id: `call-${at}`, method: 'GET', operation, status });
    assert.equal(level, 'info');
    assert.ok(Math.abs(Date.parse(time) - Date.now()) < 60_000);
    assert.ok(duration_ms > 0 && duration_ms < 60_000, String(duration_ms));
    if (given === key) assert.match(workspace_id, /^[0-9a-f-]{36}$/);
    else assert.equal(workspace_id, null);
  }
  assert.equal(entryOf(received.headers['x-request-id']).operation, 'requestScore');
  assert.doesNotMatch(api.errors(), /rf_live_|secret-text|nothing/);

  const metrics = await (await fetch(`${api.url}/metrics`)).text();
  assert.match(metrics, /^# TYPE rf_answer_duration_seconds histogram$/m);
  assert.match(metrics, /^rf_answer_duration_seconds_bucket\{operation="getScore",le="\+Inf"\} 1$/m);
  assert.match(metrics, /^rf_answer_duration_seconds_count\{operation="getScore"\} 1$/m);
});

test('requests are not logged unless asked for, and then the listener is not even wrapped', async (t) => {
  const api = await startApi(t);
  assert.equal((await api.get('/api/v1/scores', api.keys.ENTERPRISE)).status, 200);
  assert.equal(api.errors(), '');
  const listener: RequestListener = () => undefined;
  assert.equal(logRequests(listener, null), listener);
  assert.throws(() => readConfig({ RF_LOG: 'all' }), ConfigError);
});

test('a histogram counts each value in the first bucket that holds it', () => {
  const histogram = new Histogram();
  for (const ms of [0.05, 0.1, 3, 7000]) histogram.add(ms);
  const lines = histogram.lines('d', 'o="x"');
  assert.equal(lines[0], 'd_bucket{o="x",le="0.0001"} 2');
  assert.ok(lines.includes('d_bucket{o="x",le="0.0025"} 2'));
  assert.ok(lines.includes('d_bucket{o="x",le="0.005"} 3'));
  assert.deepEqual(lines.slice(-4, -2), ['d_bucket{o="x",le="5"} 3', 'd_bucket{o="x",le="+Inf"} 4']);
  assert.deepEqual(lines.at(-1), 'd_count{o="x"} 4');
});
