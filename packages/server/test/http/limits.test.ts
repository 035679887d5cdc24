// Limits as a caller meets them. One folder of data, served by one service after the other: what a restart must not
// refill is seen from outside. limits.system.test.ts kills a process.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { listUsage } from '@rf-indicators/core/accounts/usage-list';
import { createToken } from '@rf-indicators/core/secrets/tokens';
import { type Api, startApi } from '../../../../test/support/api.ts';
import { cases } from '../../../../test/support/counts.ts';
import type { Called } from '../../../../test/support/described.ts';
import { temporaryFolder, wholeFile } from '../../../../test/support/lifetime.ts';
import { until } from '../../../../test/support/until.ts';
import { customer, issue, officeOf } from './customers.ts';

const FREE_LIMIT = 100;
const HOUR_SECONDS = 3600;
const dataDir = temporaryFolder(wholeFile);
let api = await startApi(wholeFile, { dataDir });
const office = await officeOf({ dataDir, databaseUrl: null }, wholeFile);
const free = { tier: 'FREE' } as const;
const ISSUANCES = '/api/v1/issuances';

/** A key that is not known yet is a failed key, and those have a limit: so they are looked for in the metrics. */
async function known(): Promise<void> {
  const { length } = await office.desk.store.db.selectFrom('api_keys').select('id').execute();
  await until('the keys are known', async () => {
    const metrics = await (await fetch(`${api.url}/metrics`)).text();
    return metrics.includes(`\nrf_keys ${length}\n`);
  });
}

const remaining = ({ headers }: Called) => Number(headers['x-ratelimit-remaining']);

test('the hundred-and-first FREE request of an hour is refused, whichever key of the workspace sends it', async () => {
  const member = await customer(office, 'ENTERPRISE');
  const keys = [await issue(office, member, free), await issue(office, member, free)];
  const paid = await issue(office, member);
  await known();
  const begun = Date.now();
  const answers = await Promise.all(
    Array.from({ length: FREE_LIMIT }, (_, at) => api.get(ISSUANCES, keys[at % 2]!.key)),
  );
  assert.ok(answers.every(({ status }) => status === 200));
  assert.deepEqual(
    answers.map(remaining).sort((a, b) => a - b),
    Array.from({ length: FREE_LIMIT }, (_, at) => at),
  );
  for (const { key } of keys) {
    for (let again = 0; again < 3; again += 1) {
      const refused = await api.get(ISSUANCES, key);
      assert.deepEqual([refused.status, refused.json.code], [429, 'rate_limit_exceeded']);
      const wait = Number(refused.headers['retry-after']);
      const elapsed = (Date.now() - begun) / 1000;
      assert.ok(wait > HOUR_SECONDS - elapsed - 2 && wait <= HOUR_SECONDS, `${wait} s after ${elapsed} s`);
      assert.equal(refused.headers['ratelimit-policy'], '"free";q=100;w=3600');
      assert.equal(refused.headers['x-ratelimit-limit'], '100');
      assert.equal(remaining(refused), 0);
    }
  }
  const other = await api.get(ISSUANCES, paid.key);
  assert.equal(other.status, 200, 'the hour of another tier is another');
  assert.equal(other.headers['ratelimit-policy'], '"enterprise";q=10000;w=3600');
  const { totals } = (await api.get('/api/v1/usage', paid.key)).json;
  assert.deepEqual(totals, { accepted: 2, refused: 0 }, 'a key sees its own usage only');
  const used = await listUsage(office.desk.store.db, member.workspace.id, {
    since: begun - HOUR_SECONDS * 1000,
  });
  const sumOf = (outcome: 'accepted' | 'refused') => used.reduce((sum, row) => sum + row[outcome], 0);
  assert.deepEqual(
    { accepted: sumOf('accepted'), refused: sumOf('refused') },
    { accepted: FREE_LIMIT + 2, refused: 6 },
    'refused ones are told, and not counted',
  );
  const stranger = await customer(office, 'ENTERPRISE');
  const theirs = await issue(office, stranger, free);
  await known();
  assert.equal((await api.get(ISSUANCES, theirs.key)).status, 200, 'another workspace has its own hour');
});

test('every accepted request counts: 200, 304, 400, 403, 404 and HEAD', async () => {
  const member = await customer(office, 'PROFESSIONAL');
  const { key } = await issue(office, member);
  await known();
  const start = await api.get('/api/v1/scores', key);
  const etag = start.headers.etag!;
  const answers = [
    await api.get('/api/v1/scores', key, { 'if-none-match': etag }),
    await api.get('/api/v1/scores?sort=x', key),
    await api.get('/api/v1/computation/RF-00000-00000-00000-00000-000000', key),
    await api.get('/api/v1/scores/nobody', key),
    await api.call('HEAD', '/api/v1/scores', { key }),
    await api.get('/api/v1/usage', key),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [304, 400, 403, 404, 200, 200],
  );
  assert.deepEqual(
    answers.map(remaining),
    [1, 2, 3, 4, 5, 6].map((used) => remaining(start) - used),
  );
  const before = remaining(answers.at(-1)!);
  for (const uncounted of ['/api/v1/status', '/api/public/changelog', '/api/v1/nothing']) {
    await api.get(uncounted, key);
  }
  await api.call('DELETE', '/api/v1/scores', { key });
  await api.call('OPTIONS', '/api/v1/scores', { key });
  assert.equal(
    remaining(await api.get('/api/v1/scores', key)),
    before - 1,
    'what takes no key counts for none',
  );
});

test("a key's own lower limit ends it alone, and what it used is used of the hour of all", async () => {
  const member = await customer(office, 'ENTERPRISE');
  const low = await issue(office, member, { hourly_limit: 5 });
  const other = await issue(office, member);
  await known();
  const start = remaining(await api.get(ISSUANCES, other.key));
  for (let left = 4; left >= 0; left -= 1) {
    const called = await api.get(ISSUANCES, low.key);
    assert.deepEqual([called.status, remaining(called)], [200, left]);
    assert.equal(called.headers['ratelimit-policy'], '"enterprise";q=10000;w=3600, "key";q=5;w=3600');
    assert.equal(called.headers['x-ratelimit-limit'], '5');
  }
  const refused = await api.get(ISSUANCES, low.key);
  assert.equal(refused.status, 429);
  assert.match(refused.json.detail, /^The limit of 5 requests per hour/);
  const after = await api.get(ISSUANCES, other.key);
  assert.deepEqual([after.status, remaining(after)], [200, start - 6]);
});

test('a forged X-Forwarded-For is nobody: the 61st public request of a minute is refused', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      api.get('/api/public/scores', undefined, { 'x-forwarded-for': `192.0.2.${at}` }),
    ),
  );
  assert.ok(answers.every(({ status }) => status === 200));
  for (const { headers } of answers) {
    assert.equal(headers['ratelimit-policy'], '"public-scores";q=60;w=60');
    assert.equal(headers.ratelimit, undefined, 'what is left is the own of each, and caches keep the answer');
  }
  for (const forged of ['203.0.113.9', '::1', '127.0.0.1', 'unknown', '']) {
    const refused = await api.get('/api/public/scores', undefined, { 'x-forwarded-for': forged });
    assert.deepEqual([refused.status, refused.json.code], [429, 'rate_limit_exceeded'], forged);
    assert.ok(Number(refused.headers['retry-after']) <= 60);
  }
  assert.equal((await api.get('/api/public/changelog')).status, 200, 'other paths have no such limit');
});

test('thirty keys that fail in a minute are looked at, and a key that is good is never refused for them', async () => {
  const unknown = () => createToken('rf_live_').token;
  const answers = await Promise.all(Array.from({ length: 30 }, () => api.get(ISSUANCES, unknown())));
  assert.ok(answers.every(({ status }) => status === 401));
  const refused = await api.get(ISSUANCES, unknown());
  assert.deepEqual([refused.status, refused.json.code], [429, 'rate_limit_exceeded']);
  assert.ok(Number(refused.headers['retry-after']) <= 60);
  assert.equal((await api.get(ISSUANCES, api.keys.ENTERPRISE)).status, 200);
  const missing = await api.get(ISSUANCES);
  assert.equal(missing.json.code, 'missing_api_key', 'no key is no attempt');
});

test('five score requests of an hour are accepted from an address, and refused ones use up nothing', async () => {
  const send = (body: unknown) => api.call('POST', '/api/public/score-request', { body });
  for (let at = 0; at < 4; at += 1) assert.equal((await send({ provider_name: `Number ${at}` })).status, 202);
  for (const body of [
    '{',
    {},
    { provider_name: 'A', provider_url: 'http://a.example' },
    'x'.repeat(20_000),
  ]) {
    assert.ok([400, 413, 422].includes((await send(body)).status));
  }
  assert.equal((await send({ provider_name: 'Number 5' })).status, 202);
  const refused = await send({ provider_name: 'Number 6' });
  assert.deepEqual([refused.status, refused.json.code], [429, 'rate_limit_exceeded']);
  assert.ok(Number(refused.headers['retry-after']) > 3500);
});

test('a restart does not refill the hour', async () => {
  await api.stop();
  // A node finds its own counts again; without a name it is known by its port.
  const env = { RF_NODE: 'restarted', RF_TRUST_PROXY: 'loopback', RF_LIMIT_SCORE_REQUESTS_IN_ALL: '7' };
  api = await startApi(wholeFile, { dataDir, env });
  const member = await customer(office, 'ENTERPRISE');
  const { key } = await issue(office, member, free);
  await known();
  const used = FREE_LIMIT - remaining(await api.get(ISSUANCES, key));
  await Promise.all(Array.from({ length: 70 - used }, () => api.get(ISSUANCES, key)));
  assert.equal(await api.stop(), 0);

  api = await startApi(wholeFile, { dataDir, env });
  const rest = await Promise.all(Array.from({ length: 40 }, () => api.get(ISSUANCES, key)));
  assert.equal(rest.filter(({ status }) => status === 200).length, 30);
  const refused = rest.filter(({ status }) => status === 429);
  assert.equal(refused.length, 10);
  for (const { headers } of refused) assert.ok(Number(headers['retry-after']) <= HOUR_SECONDS);
});

test('behind a trusted proxy each client is counted, an IPv6 network of /64 as one', async () => {
  const from = (address: string) =>
    api.get('/api/public/scores', undefined, { 'x-forwarded-for': `198.51.100.7, ${address}` });
  const exhaust = async (address: (at: number) => string) => {
    const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => from(address(at))));
    assert.ok(answers.every(({ status }) => status === 200));
  };
  await exhaust(() => '192.0.2.1');
  assert.equal((await from('192.0.2.1')).status, 429);
  assert.equal((await from('::ffff:192.0.2.1')).status, 429, 'the same address in another spelling');
  assert.equal((await from('192.0.2.2')).status, 200);
  await exhaust((at) => `2001:db8:0:7::${at.toString(16)}`);
  assert.equal((await from('2001:db8:0:7:ffff::1')).status, 429);
  assert.equal((await from('2001:db8:0:8::1')).status, 200);
  const keys = (address: string) =>
    api.call('GET', ISSUANCES, {
      key: createToken('rf_live_').token,
      headers: { 'x-forwarded-for': address },
    });
  for (let at = 0; at < 30; at += 1) assert.equal((await keys('192.0.2.3')).status, 401);
  assert.equal((await keys('192.0.2.3')).status, 429);
  assert.equal((await keys('192.0.2.4')).status, 401);
});

test('score requests of all addresses together have a limit too', async () => {
  const send = (address: string) =>
    api.call('POST', '/api/public/score-request', {
      body: { provider_name: 'Somebody' },
      headers: { 'x-forwarded-for': address },
    });
  for (let at = 0; at < 5; at += 1) assert.equal((await send('192.0.2.5')).status, 202);
  assert.equal((await send('192.0.2.5')).status, 429);
  for (let at = 0; at < 2; at += 1) assert.equal((await send('192.0.2.6')).status, 202);
  const refused = await send('192.0.2.7');
  assert.equal(refused.status, 429, 'seven were accepted in all');
  assert.ok(Number(refused.headers['retry-after']) > 3500);
  const { headers } = refused;
  assert.equal(headers['ratelimit-policy'], '"score-requests-in-all";q=7;w=3600');
  assert.match(String(headers.ratelimit), /^"score-requests-in-all";r=0;t=\d+$/);
  assert.deepEqual([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']], ['7', '0']);
  const own = await send('192.0.2.5');
  assert.equal(
    own.headers['ratelimit-policy'],
    '"score-requests";q=5;w=3600',
    'the one that refuses for longer',
  );
});

// The shortest window is a minute, so this is for the full run.
test('whoever waits as long as Retry-After says is let in', { skip: cases(1, 0) === 1 }, async (t) => {
  const patient: Api = await startApi(t, {
    dataDir: temporaryFolder(t),
    env: { RF_LIMIT_PUBLIC_SCORES: '2', RF_LIMIT_FAILED_KEYS: '1' },
  });
  const scores = () => patient.get('/api/public/scores');
  const attempt = () => patient.get(ISSUANCES, createToken('rf_live_').token);
  await scores();
  // So long that a slow machine asks again before the second has left, too.
  await setTimeout(20_000);
  await scores();
  assert.equal((await attempt()).status, 401);
  const [refused, failed] = [await scores(), await attempt()];
  assert.deepEqual([refused.status, failed.status], [429, 429]);
  const [wait, longer] = [refused, failed].map(({ headers }) => Number(headers['retry-after']));
  assert.ok(wait! < longer!);
  await setTimeout(wait! * 1000);
  assert.equal((await scores()).status, 200, 'the first has left the window');
  assert.equal((await scores()).status, 429, 'the second has not');
  await setTimeout((longer! - wait!) * 1000);
  assert.equal((await attempt()).status, 401);
});
