// Metrics about the data agree with the status that everyone can read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApi } from '../../../../test/support/api.ts';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';
import { rf } from '../../../../test/support/rf.ts';
import { until } from '../../../../test/support/until.ts';

/** A key in the right form; nobody listens at its address. */
const WITNESS = 'witness.example/w1+df1c0a35+BIE5dw6ofRdfVqNUZsNMfszLjYqRtO43ol32D1uPybOU http://127.0.0.1:9';

async function gauges(url: string): Promise<(name: string) => number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return (name) => {
    const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? assert.fail(`there is no ${name}`);
    return Number(value);
  };
}

test('times of publications and runs are those of the status', async (t) => {
  const api = await startApi(t, { env: { RF_WITNESSES: WITNESS } });
  const { freshness, components } = (await api.get('/api/v1/status')).json;
  const gauge = await gauges(api.url);
  const at = (instant: string) => Date.parse(instant) / 1000;
  assert.equal(gauge('rf_last_publication_timestamp_seconds'), at(freshness.last_published_at));
  assert.equal(gauge('rf_last_run_timestamp_seconds'), at(freshness.last_run_at));
  assert.equal(gauge('rf_oldest_score_timestamp_seconds'), at(freshness.oldest_score_at));
  assert.ok(gauge('rf_data_disk_free_bytes') > 0);
  assert.equal(gauge('rf_altered_records'), 0);
  assert.ok(
    Number.isNaN(gauge('rf_last_check_timestamp_seconds')),
    'a process checks the store at 04:00 UTC',
  );
  assert.equal(gauge('rf_webhooks_lag_seconds'), 0);
  const witnesses = components.find(({ name }: { name: string }) => name === 'witnesses');
  assert.equal(gauge('rf_witnesses_required'), 1);
  assert.equal(gauge('rf_witnesses_lacking'), Number(witnesses.status === 'degraded'));
});

test('a store in which nothing was published has no such times', async (t) => {
  const dataDir = temporaryFolder(t);
  assert.equal((await rf(['init'], { env: { RF_DATA_DIR: dataDir } })).code, 0);
  const api = await startApi(t, { dataDir, demo: false, env: { RF_METRICS: 'loopback' } });
  await until('the data is read', async () => (await fetch(`${api.url}/readyz`)).status === 200);
  const gauge = await gauges(api.url);
  for (const name of ['last_publication', 'last_run', 'oldest_score'])
    assert.ok(Number.isNaN(gauge(`rf_${name}_timestamp_seconds`)), name);
  assert.equal(gauge('rf_witnesses_lacking'), 0);
});
