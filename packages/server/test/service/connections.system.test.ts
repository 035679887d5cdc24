// How many connections to PostgreSQL one serving process opens, whatever it has to do.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type Lease, readLease, SCHEDULED_WORK } from '@rf-indicators/core/nodes/lease';
import { sql } from 'kysely';
import { startApi } from '../../../../test/support/api.ts';
import { cleanUp, wholeFile } from '../../../../test/support/lifetime.ts';
import { emptyLocation } from '../../../../test/support/stores.ts';
import { until } from '../../../../test/support/until.ts';
import { readCredentialsFile } from '../../src/demo/credentials-file.ts';
import { backgroundThread } from '../../src/workers/background/thread.ts';
import { consoleClient } from '../console/client.ts';
import { activatePolicy, customer, issue, officeOf } from '../http/customers.ts';
import { subscribe } from '../webhooks/subscribers.ts';
import { actSettingsOf } from '../workers/act-settings.ts';

const MOST = 13;

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

const MOST_OF_EACH: Record<string, number> = {
  // One of them listens.
  'rf reading': 3,
  'rf bookkeeping': 1,
  'rf webhooks': 2,
  'rf console': 2,
  'rf decisions': 1,
  // Scheduled work, long acts, a verification, and the snapshot that it reads.
  'rf background': 4,
};

test('a process has at most 13 connections, whatever it does at once, and works with them', async (t) => {
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
  await activatePolicy(office, member);
  // An address that the service refuses to send to. The first endpoint starts the webhook thread.
  await subscribe(office.desk, member, { url: 'https://127.0.0.1/' });
  const { json } = await api.get('/api/v1/scores', key);
  const slugs: string[] = json.data.map(({ slug }: { slug: string }) => slug);
  const client = await consoleClient(api.url, t);
  const { operator } = readCredentialsFile(location.dataDir)!.staff as Record<string, string>;
  const who = { token: operator! };
  // Throughout: scheduled work has a connection only for as long as its round takes.
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      await look();
      await wait(5);
    }
  })();
  cleanUp(t, () => {
    isOver = true;
    return looking;
  });
  // That of the node, for which the scheduled work is done here.
  let lease: Lease | null = null;
  await until('the node leads', async () => {
    lease = await readLease(office.desk.store.db, SCHEDULED_WORK);
    return lease !== null;
  });
  // That of the service does the acts; in a test, it has no scheduled work.
  const background = backgroundThread(
    {
      acts: actSettingsOf(location, { baseUrl: api.url }),
      ...{ dailyRun: 'publish', demo: false },
    },
    { onError: assert.ifError },
  );
  cleanUp(t, () => background.stop());
  const working = background.work({ swept: null, lease });
  for (let round = 0; round < 3; round += 1) {
    const reads = slugs.flatMap((slug) => [
      api.get(`/api/v1/scores/${slug}/history?limit=${round + 1}`, key),
      api.get(`/api/v1/scores?limit=${round + 1}&risk_band=A`, key),
      api.call('POST', '/api/public/score-request', { body: { provider_name: `${slug} ${round}` } }),
      api.call('POST', '/api/v1/evaluate', {
        key,
        body: { policy: 'lender', providers: [slug], nonce: `nonce-of-connections-${round}` },
      }),
    ]);
    const acts = [
      client.act('providers.list', {}, who),
      client.act('staff.list', {}, who),
      client.act('runs.compute', { everything: true }, who),
      client.act('verifications.start', {}, who),
      client.auth('POST', '/sign-in/email', {
        body: { email: 'nobody@example.org', password: 'not a password' },
        headers: { origin: api.url },
      }),
    ];
    const answers = await Promise.all([...reads, ...acts]);
    const statuses = new Set(answers.map(({ status }) => status));
    assert.ok(!statuses.has(500) && !statuses.has(503), [...statuses].join());
  }
  await working;
  isOver = true;
  await looking;
  t.diagnostic(
    `${inAll} at once in all; ${[...most].map(([name, count]) => `${name}: ${count}`).join(', ')}`,
  );
  assert.ok(inAll <= MOST, `${inAll} connections`);
  assert.deepEqual([...most.keys()].sort(), Object.keys(MOST_OF_EACH).sort(), 'all of them did something');
  for (const [name, count] of most) assert.ok(count <= MOST_OF_EACH[name]!, `${name}: ${count}`);
  assert.equal(
    Object.values(MOST_OF_EACH).reduce((sum, count) => sum + count),
    MOST,
  );
});
