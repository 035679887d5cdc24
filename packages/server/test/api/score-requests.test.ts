// Score requests as callers send them: what is filed, how many are accepted, and whom an Idempotency-Key belongs to.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  decideScoreRequest,
  markRequestScored,
} from '@rf-indicators/core/desk/market/score-request-decisions';
import { startApi } from '../../../../test/support/api.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { officeOf } from '../http/customers.ts';

/** The limit of an hour, for each client. Tests count against it from addresses of their own. */
const LIMIT = 10;
const api = await startApi(wholeFile, {
  env: { RF_TRUST_PROXY: 'loopback', RF_LIMIT_SCORE_REQUESTS: String(LIMIT) },
});
const office = await officeOf({ dataDir: api.dataDir, databaseUrl: null }, wholeFile);

function send(address: string, body: unknown, headers: Record<string, string> = {}) {
  return api.call('POST', '/api/public/score-request', {
    body,
    headers: { 'x-forwarded-for': address, ...headers },
  });
}

test('an Idempotency-Key belongs to the client address that sent it', async () => {
  const headers = { 'idempotency-key': 'order-1' };
  const body = { provider_name: 'Somebody', contact_email: 'me@somebody.example' };
  const mine = await send('192.0.2.1', body, headers);
  const again = await send('::ffff:192.0.2.1', body, headers);
  assert.deepEqual(again.json, mine.json, 'the same address in another spelling');
  const stranger = await send('192.0.2.2', body, headers);
  assert.equal(stranger.status, 202);
  assert.notEqual(stranger.json.request_id, mine.json.request_id, 'a stranger gets a receipt of their own');
  const other = await send('192.0.2.2', { provider_name: 'Another' }, headers);
  assert.equal(other.status, 409, 'and a conflict with their own request only');
  assert.equal((await send('192.0.2.3', { provider_name: 'Another' }, headers)).status, 202);
  const network = await send('2001:db8:0:7::1', body, headers);
  assert.deepEqual(
    (await send('2001:db8:0:7::2', body, headers)).json,
    network.json,
    'one /64 is one client',
  );
});

test('a score request is filed once under its key, and another body under it is a conflict', async () => {
  const body = { provider_name: 'Somebody New', planner_type: 'btc', message: 'Please.' };
  const headers = { 'idempotency-key': 'the-first' };
  const first = await send('192.0.2.20', body, headers);
  assert.deepEqual([first.status, first.json.status], [202, 'received']);
  const again = await send('192.0.2.20', body, headers);
  assert.deepEqual([again.status, again.json], [202, first.json]);
  const reordered = { message: 'Please.', planner_type: 'btc', provider_name: 'Somebody New' };
  assert.deepEqual((await send('192.0.2.20', reordered, headers)).json, first.json);
  const other = await send('192.0.2.20', { provider_name: 'Another' }, headers);
  assert.deepEqual([other.status, other.json.code], [409, 'conflict']);
  const unnamed = await send('192.0.2.20', body);
  assert.notEqual(unnamed.json.request_id, first.json.request_id, 'without a key it is filed again');
  const filed = await office.desk.store.db
    .selectFrom('score_requests')
    .select('id')
    .where('provider_name', '=', 'Somebody New')
    .execute();
  assert.deepEqual(
    filed.map(({ id }) => id).sort(),
    [first.json.request_id, unnamed.json.request_id].sort(),
    'two are on file, not four',
  );
  for (const wrong of ['', 'two words', 'x'.repeat(256), 'naïve']) {
    const refusedKey = await send('192.0.2.20', body, {
      'idempotency-key': Buffer.from(wrong).toString('latin1'),
    });
    assert.deepEqual([refusedKey.status, refusedKey.json.code], [400, 'invalid_parameter'], wrong);
    assert.equal(refusedKey.json.errors[0].parameter, 'Idempotency-Key');
  }
});

test('a score request that was sent twice at once is filed once', async () => {
  const headers = { 'idempotency-key': 'at-once' };
  const answers = await Promise.all(
    Array.from({ length: LIMIT }, () => send('192.0.2.21', { provider_name: 'At Once' }, headers)),
  );
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [202]);
  assert.equal(new Set(answers.map(({ json }) => json.request_id)).size, 1);
});

test('a score request with anything wrong in it says where', async () => {
  const cases: [body: unknown, pointers: string[]][] = [
    [{}, ['/provider_name']],
    [{ provider_name: '' }, ['/provider_name']],
    [{ provider_name: '   ' }, ['/provider_name']],
    [{ provider_name: 'x'.repeat(121) }, ['/provider_name']],
    [{ provider_name: 7 }, ['/provider_name']],
    [{ provider_name: 'A', nonsense: 1, 'a/b~c': 2 }, ['/a~1b~0c', '/nonsense']],
    [{ provider_name: 'A', provider_url: 'http://a.example' }, ['/provider_url']],
    [{ provider_name: 'A', provider_url: 'https://user@a.example' }, ['/provider_url']],
    [{ provider_name: 'A', planner_type: 'gold' }, ['/planner_type']],
    [{ provider_name: 'A', contact_email: 'nobody' }, ['/contact_email']],
    [{ provider_name: 'A', message: 'x'.repeat(2001) }, ['/message']],
    [{ provider_name: 'A\u0000B' }, ['/provider_name']],
    [{ planner_type: 1, message: 2 }, ['/message', '/planner_type', '/provider_name']],
    [[], ['']],
    ['text', ['']],
    [null, ['']],
  ];
  for (const [body, pointers] of cases) {
    const text = JSON.stringify(body);
    const { status, json } = await send('192.0.2.22', text);
    assert.deepEqual([status, json.code], [422, 'validation_failed'], text);
    const told = json.errors.map(({ pointer }: { pointer: string }) => pointer).sort();
    assert.deepEqual(told, pointers, text);
  }
});

test('of many requests at once no more are accepted than the limit allows, and refused bodies take no place', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      send('192.0.2.9', at % 2 === 0 ? { provider_name: `Number ${at}` } : { nonsense: at }),
    ),
  );
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  assert.equal(count(202), LIMIT);
  assert.equal(count(422) + count(429), 60 - LIMIT);
  const refused = await send('192.0.2.9', { provider_name: 'One more' });
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers['retry-after']) > 3500);
});

test('a conflict uses up nothing', async () => {
  const headers = { 'idempotency-key': 'order-2' };
  assert.equal((await send('192.0.2.10', { provider_name: 'First' }, headers)).status, 202);
  for (let at = 0; at <= LIMIT; at += 1) {
    assert.equal((await send('192.0.2.10', { provider_name: `Other ${at}` }, headers)).status, 409);
  }
  for (let at = 1; at < LIMIT; at += 1) {
    assert.equal((await send('192.0.2.10', { provider_name: `Next ${at}` })).status, 202);
  }
  assert.equal((await send('192.0.2.10', { provider_name: 'Last' })).status, 429);
});

test('the outcome of a request can be read with its id, and names the provider once it is scored', async () => {
  const { json: receipt } = await send('192.0.2.11', { provider_name: 'Secretive', message: 'Between us.' });
  const path = `/api/public/score-request/${receipt.request_id}`;
  const received = await api.get(path);
  assert.deepEqual(received.json, {
    ...receipt,
    decided_at: null,
    provider_id: null,
    slug: null,
  });
  assert.equal(received.headers['cache-control'], 'no-store');

  const { desk, analyst } = office;
  await decideScoreRequest(desk, analyst, receipt.request_id, 'accepted', 'Not for the sender.');
  const { id, slug } = (await api.get('/api/public/scores')).json.data[0];
  await markRequestScored(desk, analyst, receipt.request_id, slug);
  const scored = await api.get(path);
  assert.deepEqual(
    [scored.json.status, scored.json.provider_id, scored.json.slug],
    ['scored', id, slug],
    'without waiting for a publication',
  );
  assert.doesNotMatch(scored.text, /Secretive|Between|sender/);

  assert.equal((await api.get('/api/public/score-request/00000000-0000-7000-8000-000000000000')).status, 404);
  assert.equal((await api.get('/api/public/score-request/first')).status, 400);
});
