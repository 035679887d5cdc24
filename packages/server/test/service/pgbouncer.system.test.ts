// A node that reaches its database through PgBouncer in transaction mode, where sessions are shared and nothing can
// listen: it polls, and everything works.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { revokeKey } from '@rf-indicators/core/accounts/key-lifecycle';
import { sql } from 'kysely';
import { startApi } from '../../../../test/support/api.ts';
import { cleanUp, wholeFile } from '../../../../test/support/lifetime.ts';
import { startPgBouncer } from '../../../../test/support/pgbouncer.ts';
import { emptyLocation } from '../../../../test/support/stores.ts';
import { until } from '../../../../test/support/until.ts';
import { readCredentialsFile } from '../../src/demo/credentials-file.ts';
import { consoleClient } from '../console/client.ts';
import { customer, issue, officeOf } from '../http/customers.ts';
import { withdraw } from '../http/newsroom.ts';
import { subscribe } from '../webhooks/subscribers.ts';

const direct = await emptyLocation('postgres', wholeFile);
const databaseUrl = await startPgBouncer(wholeFile, direct.databaseUrl!);
const location = { ...direct, databaseUrl };
const api = await startApi(wholeFile, {
  dataDir: location.dataDir,
  // The first days of the story are enough here.
  env: { DATABASE_URL: databaseUrl, RF_DEMO_UNTIL: '2026-04-03', RF_LIMIT_FAILED_KEYS: '1000000' },
});
const office = await officeOf(location, wholeFile);

/** One whose indicator is current. */
async function aProvider(): Promise<string> {
  const found = await office.desk.store.db
    .selectFrom('provider_states')
    .select('provider_id')
    .where('verification_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return found.provider_id;
}

test('a withdrawal and a revoked key are in force everywhere', async (t) => {
  const member = await customer(office, 'ENTERPRISE');
  const issued = await issue(office, member);
  assert.equal((await api.get('/api/v1/issuances', issued.key)).status, 200);
  const { data } = (await api.get('/api/v1/scores', issued.key)).json;
  await withdraw(office, await aProvider(), 'A test.');
  const served = await until('the withdrawal is served', async () => {
    const { json } = await api.get('/api/v1/scores', issued.key);
    return json.data.length === data.length - 1;
  });
  await revokeKey(office.desk, member, issued.id);
  const refused = await until(
    'the key is refused',
    async () => (await api.get('/api/v1/issuances', issued.key)).status === 401,
  );
  t.diagnostic(`${Math.round(served)} and ${Math.round(refused)} ms`);
});

test('people act over the console', async (t) => {
  const client = await consoleClient(api.url, t);
  const { analyst } = readCredentialsFile(location.dataDir)!.staff as Record<string, string>;
  const listed = await client.act('providers.list', {}, { token: analyst! });
  assert.equal(listed.status, 200);
  const [provider] = listed.json.data ?? listed.json.providers;
  const noted = await client.act(
    'providers.add_note',
    { provider: provider.slug, text: 'Through a pooler.' },
    { token: analyst! },
  );
  assert.equal(noted.status, 200, noted.text);
});

test('a webhook is delivered', async (t) => {
  let received = 0;
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      received += 1;
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  cleanUp(t, () => receiver.close());
  const { port } = receiver.address() as AddressInfo;
  const member = await customer(office, 'ENTERPRISE');
  await subscribe(office.desk, member, { url: `http://127.0.0.1:${port}/` });
  await withdraw(office, await aProvider(), 'A test.');
  await until('it has come', async () => received > 0);
});

test('nothing was left behind in the sessions that are shared', async () => {
  // Asked several times, because each question can meet another session.
  for (let asked = 0; asked < 10; asked += 1) {
    const { rows } = await sql<{ left: string }>`
      select current_setting('statement_timeout') || current_setting('idle_in_transaction_session_timeout') as left
      union all select pg_listening_channels()`.execute(office.desk.store.db);
    assert.deepEqual(
      rows.map((row) => row.left),
      ['00'],
    );
  }
});
