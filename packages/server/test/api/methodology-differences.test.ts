// The demo announces a next framework: anyone can read what it changes, before it takes effect.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MethodologyDifferences } from '@rf-indicators/contract';
import { canonicalJson, digestOf } from '@rf-indicators/engine';
import { Value } from 'typebox/value';
import { startApi } from '../../../../test/support/api.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';

const api = await startApi(wholeFile);
const PATH = '/api/public/methodology';

test('the differences of an announced framework are public, and have the digest of the announcement', async () => {
  const { status, text, json } = await api.get(`${PATH}/2.0/differences`);
  assert.equal(status, 200);
  assert.ok(Value.Check(MethodologyDifferences, json));
  assert.ok(text.startsWith(`{"data":${canonicalJson(json.data)},`), 'sent as it is hashed');
  assert.equal(await digestOf(json.data), json.digest);
  assert.ok(json.data.providers.length > 5);
  assert.equal(json.data.compared_with.framework_version, 'RF Framework v1.0');

  const { json: methodology } = await api.get('/api/v1/methodology', api.keys.ENTERPRISE);
  assert.equal(methodology.version, '1.0');
  const [next, first] = methodology.versions;
  assert.deepEqual(
    [next.framework_version, next.status, next.effective_from, next.announced_at.slice(0, 10)],
    ['RF Framework (demo) v2.0', 'upcoming', '2099-01-01', '2026-05-20'],
  );
  assert.deepEqual([next.urgent_reason, next.cancelled_reason], [null, null]);
  assert.deepEqual(next.differences, {
    url: `${PATH}/${next.digest}/differences`,
    digest: json.digest,
    counts: json.data.counts,
  });
  assert.deepEqual([first.status, first.effective_until, first.differences], ['current', '2099-01-01', null]);
  assert.equal((await api.get(next.differences.url)).text, text);
});

test('there is no list for the first framework, nor for an unknown one', async () => {
  for (const version of ['1.0', '7.7', '0'.repeat(64)]) {
    const { status, json } = await api.get(`${PATH}/${version}/differences`);
    assert.deepEqual([status, json.code], [404, 'not_found'], version);
  }
  const { status, json } = await api.get(`${PATH}/latest/differences`);
  assert.deepEqual([status, json.code], [400, 'invalid_parameter']);
});

test('the page of the framework shows the announced version with its date, notes and differences', async () => {
  const text = await (await fetch(`${api.url}/methodology`)).text();
  assert.match(text, /RF Framework \(demo\) v2\.0 takes effect on 1 Jan 2099/);
  assert.match(text, /backing counts for 22 percent instead of 20/);
  assert.match(
    text,
    /<a href="\/methodology\/[0-9a-f]{64}\/differences">Old and new score of \d+ providers<\/a>/,
  );
});
