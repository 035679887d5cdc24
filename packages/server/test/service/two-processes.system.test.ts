// Two servers on one PostgreSQL database: what is done through one, or beside both, is soon seen by both.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { revokeKey } from '@rf-indicators/core/accounts/key-lifecycle';
import { resumeWorkspace, suspendWorkspace } from '@rf-indicators/core/accounts/suspension';
import { setTier } from '@rf-indicators/core/accounts/workspaces';
import { sql } from 'kysely';
import { startApi } from '../../../../test/support/api.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { emptyLocation } from '../../../../test/support/stores.ts';
import { until } from '../../../../test/support/until.ts';
import { customer, issue, officeOf } from '../http/customers.ts';
import { publishValue } from '../http/newsroom.ts';

const location = await emptyLocation('postgres', wholeFile);
const start = (node: string, ownProcess: boolean) =>
  startApi(wholeFile, {
    ownProcess,
    dataDir: location.dataDir,
    env: {
      DATABASE_URL: location.databaseUrl!,
      // The first days of the story are enough here.
      RF_DEMO_UNTIL: '2026-04-03',
      RF_NODE: node,
      RF_LIMIT_FAILED_KEYS: '1000000',
    },
  });
/** One is in the process of the tests, which costs less than a process of its own. */
const servers = [await start('one', false), await start('two', true)];
const office = await officeOf(location, wholeFile);
const key = servers[0]!.keys.ENTERPRISE;
const ISSUANCES = '/api/v1/issuances';

/** How long it took until each server saw it. */
const seenByBoth = (
  t: TestContext,
  what: string,
  see: (server: (typeof servers)[number]) => Promise<boolean>,
) =>
  Promise.all(servers.map((server) => until(what, () => see(server)))).then((times) => {
    t.diagnostic(`${what}: ${times.map((time) => `${Math.round(time)} ms`).join(' and ')}`);
  });

test('what one process counts is on record for both', async () => {
  const member = await customer(office, 'ENTERPRISE');
  const issued = await issue(office, member);
  for (const server of servers) {
    await until('the key is known', async () => (await server.get(ISSUANCES, issued.key)).status === 200);
  }
  for (const [index, server] of servers.entries()) {
    for (let at = 0; at <= index; at += 1) await server.get('/api/v1/methodology', issued.key);
  }
  for (const server of servers) {
    await until('three calls are on record', async () => {
      const { json } = await server.get('/api/v1/usage', issued.key);
      const rows = json.data.filter(({ operation }: { operation: string }) => operation === 'getMethodology');
      return rows.reduce((sum: number, { accepted }: { accepted: number }) => sum + accepted, 0) === 3;
    });
  }
  const used = await office.desk.store.db
    .selectFrom('key_usage')
    .select('last_at')
    .where('key_id', '=', issued.id)
    .execute();
  for (const { last_at } of used) assert.ok(Math.abs(Date.now() - last_at) < 60_000);
});

test('a key works on every node from the moment it is shown', async () => {
  const member = await customer(office, 'ENTERPRISE');
  for (let at = 0; at < 10; at += 1) {
    const issued = await issue(office, member);
    const answers = await Promise.all(servers.map((server) => server.get(ISSUANCES, issued.key)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
  }
});

test('a score request that goes to both at once is filed once', async () => {
  const send = (server: (typeof servers)[number]) =>
    server.call('POST', '/api/public/score-request', {
      body: { provider_name: 'At Both' },
      headers: { 'idempotency-key': 'at-both' },
    });
  const answers = await Promise.all([...servers, ...servers].map(send));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [202]);
  assert.equal(new Set(answers.map(({ json }) => json.request_id)).size, 1);
});

for (const [how, prepare] of [
  ['told by the database', async () => undefined],
  ['asking it only', () => sql.raw('drop trigger topics_notify on topics').execute(office.desk.store.db)],
] as const) {
  test(`a key is in force, falls and is suspended with its workspace, and is revoked everywhere (${how})`, async (t) => {
    await prepare();
    const member = await customer(office, 'ENTERPRISE');
    const issued = await issue(office, member);
    const is = (status: number, path: string) => async (server: (typeof servers)[number]) =>
      (await server.get(path, issued.key)).status === status;
    await seenByBoth(t, 'a new key is taken', is(200, ISSUANCES));
    await setTier(office.desk, office.operator, member.workspace.id, 'PROFESSIONAL');
    const none = '/api/v1/computation/RF-00000-00000-00000-00000-000000';
    await seenByBoth(t, 'a fallen tier is refused', is(403, none));
    const { desk, operator } = office;
    await suspendWorkspace(desk, operator, member.workspace.id, 'a test');
    await seenByBoth(t, 'a key of a suspended workspace is refused', is(403, ISSUANCES));
    await resumeWorkspace(desk, operator, member.workspace.id);
    await seenByBoth(t, 'a key of a resumed workspace is taken', is(200, ISSUANCES));
    await revokeKey(office.desk, member, issued.id);
    await seenByBoth(t, 'a revoked key is refused', is(401, ISSUANCES));
  });

  test(`a publication is served everywhere (${how})`, async (t) => {
    const value = how === 'asking it only' ? '9.40' : '8.70';
    const published = await publishValue(office, 'cobaltine-markets', 'equity_ratio', value);
    await seenByBoth(t, 'the new indicator is served', async (server) => {
      const { json } = await server.get('/api/v1/scores/cobaltine-markets', key);
      return json.verification_id === published;
    });
    for (const server of servers) {
      const { data } = (await server.get('/api/v1/scores', key)).json;
      const row = data.find(({ slug }: { slug: string }) => slug === 'cobaltine-markets');
      assert.equal(row.verification_id, published, 'lists and single indicators are swapped as one');
      assert.equal((await server.get(`/api/public/verify/${published}`)).json.state, 'current');
    }
  });
}

test('both processes serve the same bytes', async () => {
  for (const path of ['/api/v1/scores', '/api/v1/scores/cobaltine-markets', '/api/public/changelog']) {
    const [one, two] = await Promise.all(servers.map((server) => server.get(path, key)));
    // Each names itself in the addresses that its answers carry.
    const same = (text: string) =>
      text.replaceAll(servers[0]!.url, '{base_url}').replaceAll(servers[1]!.url, '{base_url}');
    assert.equal(same(one!.text), same(two!.text), path);
  }
});
