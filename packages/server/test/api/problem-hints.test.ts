// What a caller is told who nearly sent the right thing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApi } from '../../../../test/support/api.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { agentKey, callTool, sendMessage, toolMessage } from '../agent/pilot.ts';
import { officeOf } from '../http/customers.ts';

const api = await startApi(wholeFile, { env: { RF_LIMIT_FAILED_KEYS: '1000000' } });
const office = await officeOf({ dataDir: api.dataDir, databaseUrl: null }, wholeFile);
const key = api.keys.ENTERPRISE;

test('a credential of another kind in x-api-key is recognised, and never repeated', async () => {
  const sent: [string, RegExp][] = [
    [`Bearer ${key}`, /must hold the key alone, without "Bearer"/],
    [`bearer ${key}`, /must hold the key alone, without "bearer"/],
    [`rf_member_${'a'.repeat(38)}`, /holds a member token.*starts with rf_live_.*Authorization: Bearer/],
    [`rf_staff_${'a'.repeat(38)}`, /holds a staff token/],
    [`whsec_${'a'.repeat(44)}`, /holds a signing secret/],
    ['nonsense', /^This API key is not recognised\.$/],
  ];
  for (const [value, detail] of sent) {
    const { status, json, text } = await api.get('/api/v1/scores', value);
    assert.deepEqual([status, json.code], [401, 'invalid_api_key']);
    assert.match(json.detail, detail);
    assert.ok(!text.includes(value.slice(-20)), 'the secret is not repeated');
  }
  const bearer = await api.call('GET', '/api/v1/scores', { headers: { authorization: `Bearer ${key}` } });
  assert.deepEqual([bearer.status, bearer.json.code], [401, 'missing_api_key']);
  assert.match(bearer.json.detail, /x-api-key header\. The Authorization header is for \/api\/console/);
});

test('a slash at the end or capital letters get a hint', async () => {
  const meant: [string, string][] = [
    ['/api/v1/scores/', '/api/v1/scores'],
    ['/API/V1/Scores?limit=1', '/api/v1/scores'],
    ['/api/v1/scores/brindlewick-vaults/', '/api/v1/scores/brindlewick-vaults'],
    ['/api/v1/Scores/brindlewick-vaults/History', '/api/v1/scores/brindlewick-vaults/history'],
    [
      '/api/Public/verify/RF-4N2S0-3J5CD-0EWP9-3RSJQ-BST5DT',
      '/api/public/verify/RF-4N2S0-3J5CD-0EWP9-3RSJQ-BST5DT',
    ],
  ];
  for (const [path, right] of meant) {
    const { status, json } = await api.call('GET', path, { key });
    assert.deepEqual([status, json.code], [404, 'not_found'], path);
    assert.ok(json.detail.includes(`Did you mean ${right}?`), json.detail);
  }
  const answer = await fetch(`${api.url}/api/console/Keys/list/`);
  const consolePath = (await answer.json()) as { detail: string };
  assert.match(consolePath.detail, /Did you mean \/api\/console\/keys\/list\?/);
  const { json } = await api.call('GET', '/api/v1/nothing', { key });
  assert.equal(json.detail, 'This path does not exist. The documentation lists all paths.');
});

test('paths are taken as they are written', async () => {
  for (const path of [
    '/api//v1/scores',
    '/API/v1/scores',
    '/api/v1/Scores',
    '/api/v1/scores.json',
    '/api/v1/scores/a/b',
    '/api/v2/scores',
    '/api/v1/scores/a/history/',
    '/api/v1/scores/../methodology',
    '/api/v1/%73cores',
  ]) {
    const { status } = await api.get(path, key);
    assert.ok([200, 400, 404].includes(status), `${path}: ${status}`);
  }
  assert.equal((await api.get('/api/v1/%73cores', key)).status, 200, 'an escaped letter is that letter');
  assert.equal((await api.get('/API/v1/scores', key)).status, 404);
  assert.equal((await api.get('/api/v1/scores/a/b', key)).status, 404);
});

test('a path with an empty segment is not there, whatever the method and the key', async () => {
  const templates = Object.keys(api.document.paths).filter((template) => template.includes('{'));
  const empty = templates.map((template) => template.replace(/\{[^}]+\}/, '').replaceAll(/\{[^}]+\}/g, 'x'));
  assert.ok(empty.includes('/api/v1/scores/') && empty.includes('/api/v1/scores//history'));
  for (const path of [...empty, '/api/v1/scores/?as_of=2026-06-01']) {
    for (const method of ['GET', 'HEAD', 'POST']) {
      for (const given of [key, undefined, 'rf_live_wrong']) {
        const { status, headers, json } = await api.call(method, path, { key: given });
        assert.equal(status, 404, `${method} ${path}`);
        if (method !== 'HEAD') assert.equal(json.code, 'not_found', `${method} ${path}`);
        assert.equal(headers.ratelimit, undefined, `${method} ${path}: nothing is counted`);
      }
    }
  }
});

test('the form of a verification id is told', async () => {
  for (const path of [
    '/api/public/verify/RF-1234',
    '/api/v1/computation/rf-4n2s0-3j5cd-0ewp9-3rsjq-bst5dt',
  ]) {
    const { status, json } = await api.get(path, key);
    assert.deepEqual([status, json.code], [400, 'invalid_parameter'], path);
    assert.match(json.errors[0].message, /5, 5, 5, 5 and 6, such as RF-4N2S0-3J5CD-0EWP9-3RSJQ-BST5DT/);
  }
});

test('a period that ends before it begins is refused', async () => {
  const paths = [
    '/api/v1/scores/brindlewick-vaults/history',
    '/api/v1/scores/brindlewick-vaults/changes',
    '/api/v1/usage',
  ];
  for (const path of paths) {
    const { status, json } = await api.get(`${path}?from=2026-05-02&to=2026-05-01`, key);
    assert.deepEqual([status, json.code], [400, 'invalid_parameter'], path);
    assert.deepEqual(json.errors, [{ parameter: 'from', code: 'after_to', message: 'is after to' }]);
    assert.equal((await api.get(`${path}?from=2026-05-01&to=2026-05-01`, key)).status, 200, path);
  }
});

test('a section that does not exist is answered with those that do, on both endpoints', async () => {
  const agent = await agentKey(api, office);
  const expected = 'must be one of overview, modules, criteria, hard_rules, thresholds, versions';
  const { status, json } = await callTool(api, agent, 'get_methodology', { section: 'weights' });
  assert.deepEqual(
    [status, json.errors],
    [422, [{ pointer: '/input/section', code: 'enum', message: expected }]],
  );
  const answer = await sendMessage(api, agent, toolMessage('get_methodology', { section: 'weights' }));
  assert.ok(answer.json.result.content[0].text.includes(`/section ${expected}`));
});
