// Responses that are kept after a request: different requests without a key do not fill the memory for them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApi } from '../../../../test/support/api.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';

const MIB = 32;
const api = await startApi(wholeFile, {
  env: { RF_MEMORY_MIB: String(MIB), RF_LIMIT_PUBLIC_SCORES: '1000000' },
});

async function gauges(): Promise<Record<'bytes' | 'kept' | 'evictions', number>> {
  const text = await (await fetch(`${api.url}/metrics`)).text();
  const read = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
  return {
    bytes: read('rf_prepared_bytes'),
    kept: read('rf_kept_responses'),
    evictions: read('rf_kept_evictions'),
  };
}

test('ever new questions without a key take an eighth of the budget and evict no keyed response', async (t) => {
  const key = api.keys.ENTERPRISE;
  const keyed = '/api/v1/scores?limit=3';
  assert.equal((await api.get(keyed, key)).json.cached, false);
  const before = await gauges();
  const first = Date.parse('2026-01-01T00:00:00Z');
  for (let at = 0; at < 400; at += 1) {
    const since = new Date(first + at * 1000).toISOString();
    assert.equal((await api.get(`/api/public/changelog?since=${since}&limit=100`)).status, 200);
  }
  const after = await gauges();
  t.diagnostic(`${JSON.stringify(before)} ${JSON.stringify(after)}`);
  assert.ok(after.bytes - before.bytes <= (MIB / 8) * 1024 * 1024);
  assert.ok(after.evictions > 0);
  assert.equal(after.kept - before.kept, 400 - after.evictions);
  assert.equal((await api.get(keyed, key)).json.cached, true);
});
