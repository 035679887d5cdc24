// How many connections to PostgreSQL one serving process opens, whatever it has to do.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startApi } from '../../../../test/support/api.ts';
import { wholeFile } from '../../../../test/support/rf.ts';
import { emptyLocation } from '../../../../test/support/stores.ts';
import { customer, issue, officeOf } from '../http/customers.ts';
import { publishValue } from '../http/newsroom.ts';
import { subscribe } from '../webhooks/subscribers.ts';

const MOST = 12;

const location = await emptyLocation('postgres', wholeFile);
const api = await startApi(wholeFile, {
  dataDir: location.dataDir,
  env: {
    DATABASE_URL: location.databaseUrl!,
    // The first days of the story are enough here.
    RF_DEMO_UNTIL: '2026-04-03',
    RF_LIMIT_SCORE_REQUESTS: '1000000',
    RF_LIMIT_FAILED_KEYS: '1000000',
  },
});
const office = await officeOf(location, wholeFile);

/** By the name that each thread gives itself; this process is called rf. */
async function connections(): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select application_name as name, count(*) as count from pg_stat_activity
    where datname = current_database() and application_name like 'rf %' group by 1`.execute(
    office.desk.store.db,
  );
  return new Map(rows.map(({ name, count }) => [name, Number(count)]));
}

test('a serving process has at most 12 connections, and works with them', async (t) => {
  const most = new Map<string, number>();
  let inAll = 0;
  const look = async () => {
    const now = await connections();
    for (const [name, count] of now) most.set(name, Math.max(most.get(name) ?? 0, count));
    inAll = Math.max(
      inAll,
      [...now.values()].reduce((sum, count) => sum + count, 0),
    );
  };
  const member = await customer(office, 'ENTERPRISE');
  const { key } = await issue(office, member);
  // An address that the service refuses to send to. The first endpoint starts the webhook thread.
  await subscribe(office.desk, member, { url: 'https://127.0.0.1/' });
  const { json } = await api.get('/api/v1/scores', key);
  const slugs: string[] = json.data.map(({ slug }: { slug: string }) => slug);
  for (let round = 0; round < 5; round += 1) {
    const asked = slugs.flatMap((slug) => [
      api.get(`/api/v1/scores/${slug}/history?limit=${round + 1}`, key),
      api.get(`/api/v1/scores?limit=${round + 1}&risk_band=A`, key),
      api.call('POST', '/api/public/score-request', { body: { provider_name: `${slug} ${round}` } }),
    ]);
    await publishValue(office, slugs[0]!, 'equity_ratio', `${9 + round}.50`);
    await Promise.all([look(), ...asked, look()]);
    await look();
  }
  t.diagnostic(
    `${inAll} at once in all; ${[...most].map(([name, count]) => `${name}: ${count}`).join(', ')}`,
  );
  assert.ok(inAll <= MOST, `${inAll} connections`);
  // The desk thread runs for a moment each minute, so that it may not be seen here.
  assert.deepEqual([...most.keys()].filter((name) => name !== 'rf desk').sort(), [
    'rf bookkeeping',
    'rf reading',
    'rf webhooks',
  ]);
  const limits = { 'rf reading': 4, 'rf bookkeeping': 2, 'rf webhooks': 4, 'rf desk': 2 };
  assert.equal(
    Object.values(limits).reduce((sum, count) => sum + count),
    MOST,
  );
  for (const [name, limit] of Object.entries(limits)) {
    assert.ok((most.get(name) ?? 0) <= limit, name);
  }
});
