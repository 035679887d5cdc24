// Score requests as callers send them: how many are accepted, and whom an Idempotency-Key belongs to.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  decideScoreRequest,
  markRequestScored,
} from '@rf-indicators/core/desk/market/score-request-decisions';
import { startApi } from '../../../../test/support/api.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { openContext } from '../../src/cli/store-session.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { knownPeople } from '../../src/demo/world.ts';

const api = await startApi(wholeFile, { env: { RF_TRUST_PROXY: 'loopback' } });

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

test('of many requests at once no more are accepted than the limit allows, and refused bodies take no place', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      send('192.0.2.9', at % 2 === 0 ? { provider_name: `Number ${at}` } : { nonsense: at }),
    ),
  );
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  assert.equal(count(202), 5);
  assert.equal(count(422) + count(429), 55);
  const refused = await send('192.0.2.9', { provider_name: 'One more' });
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers['retry-after']) > 3500);
});

test('a conflict uses up nothing', async () => {
  const headers = { 'idempotency-key': 'order-2' };
  assert.equal((await send('192.0.2.10', { provider_name: 'First' }, headers)).status, 202);
  for (let at = 0; at < 6; at += 1) {
    assert.equal((await send('192.0.2.10', { provider_name: `Other ${at}` }, headers)).status, 409);
  }
  for (let at = 0; at < 4; at += 1) {
    assert.equal((await send('192.0.2.10', { provider_name: `Next ${at}` })).status, 202);
  }
  assert.equal((await send('192.0.2.10', { provider_name: 'Last' })).status, 429);
});

test('the outcome of a request can be read with its id, and names the provider once it is scored', async (t) => {
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

  const context = await openContext({
    env: { RF_DATA_DIR: api.dataDir },
    now: () => new Date(),
  } as unknown as Terminal);
  t.after(() => context.close());
  const { analyst } = (await knownPeople(context.store))!;
  await decideScoreRequest(context, analyst, receipt.request_id, 'accepted', 'Not for the sender.');
  const { id, slug } = (await api.get('/api/public/scores')).json.data[0];
  await markRequestScored(context, analyst, receipt.request_id, slug);
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
