// Two nodes on one PostgreSQL database and one Redis: to a caller, their limits are those of one service.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Api, startApi } from '../../../../test/support/api.ts';
import type { Called } from '../../../../test/support/described.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { startRedis } from '../../../../test/support/redis.ts';
import { emptyLocation } from '../../../../test/support/stores.ts';
import { until } from '../../../../test/support/until.ts';
import { customer, issue, officeOf } from '../http/customers.ts';

const FREE_LIMIT = 100;
const PUBLIC_LIMIT = 20;
const ISSUANCES = '/api/v1/issuances';
const DETAIL = 'Rate limits are counted by each node on its own.';
const FORGOTTEN = 'Redis lost counts. Rate limits are counted by each node on its own for an hour.';

const redis = await startRedis({ args: ['--appendonly', 'yes'] });
wholeFile.after(() => redis.stop());
const location = await emptyLocation('postgres', wholeFile);
const start = (node: string) =>
  startApi(wholeFile, {
    dataDir: location.dataDir,
    env: {
      DATABASE_URL: location.databaseUrl!,
      RF_REDIS_URL: redis.url,
      RF_NODE: node,
      // The first days of the story are enough here.
      RF_DEMO_UNTIL: '2026-04-03',
      RF_LIMIT_PUBLIC_SCORES: String(PUBLIC_LIMIT),
      RF_LIMIT_FAILED_KEYS: '6',
    },
  });
const nodes = [await start('one'), await start('two')] as const;
const office = await officeOf(location, wholeFile);

const remaining = ({ headers }: Called) => Number(headers['x-ratelimit-remaining']);
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const statusOf = async (node: Api) => (await node.get('/api/v1/status')).json;
const limitsIn = async (node: Api) =>
  (await statusOf(node)).components.find(({ name }: { name: string }) => name === 'shared_limits');
const metricIn = async (node: Api, name: string) => {
  const text = await (await fetch(`${node.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
};

const savedRows = async () =>
  (await office.desk.store.db.selectFrom('limit_spans').select('node').execute()).length;

async function freeKey(): Promise<string> {
  const member = await customer(office, 'ENTERPRISE');
  const { key } = await issue(office, member, { tier: 'FREE' });
  return key;
}

// On a busy machine the start does not wait until Redis counts, and a node that has started is known to the other one only
// after its next heartbeat.
for (const node of nodes) {
  await until('Redis counts', async () => (await limitsIn(node)).status === 'operational');
  await until('the nodes know each other', async () => (await metricIn(node, 'rf_nodes')) === 2);
}

test('two nodes accept exactly the hour of a workspace, and count it down together', async () => {
  const key = await freeKey();
  const answers = await Promise.all(numbers(130).map((at) => nodes[at % 2]!.get(ISSUANCES, key)));
  const accepted = answers.filter(({ status }) => status === 200);
  assert.equal(accepted.length, FREE_LIMIT);
  assert.deepEqual(
    accepted.map(remaining).sort((a, b) => a - b),
    numbers(FREE_LIMIT),
  );
  for (const node of nodes) {
    const refused = await node.get(ISSUANCES, key);
    assert.deepEqual([refused.status, refused.json.code], [429, 'rate_limit_exceeded']);
    assert.equal(refused.json.detail.split('.')[0], 'The limit of 100 requests per hour is used up');
    assert.equal(refused.headers['ratelimit-policy'], '"free";q=100;w=3600');
    const wait = Number(refused.headers['retry-after']);
    assert.ok(wait > 3500 && wait <= 3600, String(wait));
    assert.equal(refused.headers.ratelimit, `"free";r=0;t=${wait}`);
  }
});

test('usage shows what remains after the requests to all nodes, and the workspace is told at 80 percent', async () => {
  const member = await customer(office, 'ENTERPRISE');
  const { key } = await issue(office, member, { tier: 'FREE' });
  for (const at of numbers(80)) assert.equal((await nodes[at % 2]!.get(ISSUANCES, key)).status, 200);
  const { window } = (await nodes[1].get('/api/v1/usage', key)).json;
  assert.deepEqual([window.limit, window.remaining], [100, 19]);
  await until('the notice is written', async () => {
    const notices = await office.desk.store.db
      .selectFrom('workspace_notices')
      .select('kind')
      .where('workspace_id', '=', member.workspace.id)
      .where('kind', '=', 'quota.nearly_used')
      .execute();
    return notices.length === 1;
  });
});

test('an address has one limit on public scores, whichever node it asks', async () => {
  const answers = await Promise.all(
    numbers(2 * PUBLIC_LIMIT).map((at) => nodes[at % 2]!.get('/api/public/scores')),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, PUBLIC_LIMIT);
  const refused = answers.find(({ status }) => status === 429)!;
  assert.equal(refused.headers['ratelimit-policy'], `"public-scores";q=${PUBLIC_LIMIT};w=60`);
  assert.ok(Number(refused.headers['retry-after']) <= 60);
});

test('invalid keys are counted over all nodes, and refuse no valid key', async () => {
  const statuses: number[] = [];
  for (const at of numbers(8)) statuses.push((await nodes[at % 2]!.get(ISSUANCES, 'wrong')).status);
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 401, 429, 429]);
  assert.equal((await nodes[0].get(ISSUANCES, nodes[0].keys.ENTERPRISE)).status, 200);
});

test('while Redis is gone, each node gives its half, says so, and returns to the whole by itself', async () => {
  const key = await freeKey();
  for (const at of numbers(10)) await nodes[at % 2]!.get(ISSUANCES, key);
  for (const node of nodes) {
    assert.equal((await statusOf(node)).status, 'operational');
    assert.deepEqual(await limitsIn(node), { name: 'shared_limits', status: 'operational' });
    assert.equal(await metricIn(node, 'rf_shared_limits_up'), 1);
  }
  assert.equal(await savedRows(), 0, 'what Redis counts is not saved to the store');
  await redis.kill();
  for (const node of nodes) {
    await until('the fault is shown', async () => (await statusOf(node)).status === 'degraded');
    assert.deepEqual(await limitsIn(node), { name: 'shared_limits', status: 'degraded', detail: DETAIL });
    const { json, status } = await node.get('/readyz');
    assert.deepEqual([status, json.status], [200, 'degraded']);
    const check = json.checks.find(({ name }: { name: string }) => name === 'shared_limits');
    assert.deepEqual(check, { name: 'shared_limits', ok: false, detail: DETAIL });
    assert.equal(await metricIn(node, 'rf_shared_limits_up'), 0);
  }
  const first = await nodes[0].get(ISSUANCES, key);
  assert.deepEqual([first.status, remaining(first)], [200, 44], 'half of 100, less what this node accepted');
  const answers = await Promise.all(numbers(160).map((at) => nodes[at % 2]!.get(ISSUANCES, key)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 89);
  const refused = answers.find(({ status }) => status === 429)!;
  assert.equal(refused.json.detail.split('.')[0], 'The limit of 50 requests per hour is used up');
  for (const node of nodes) assert.ok((await metricIn(node, 'rf_shared_limit_fallbacks_total')) >= 80);
  await until('what each node accepted is saved', async () => (await savedRows()) > 1);
  await redis.restart();
  for (const node of nodes) {
    await until('the fault is over', async () => (await statusOf(node)).status === 'operational');
  }
  assert.equal(remaining(await nodes[0].get(ISSUANCES, key)), 89, 'Redis has what it counted');
  const other = await freeKey();
  const [one, two] = [await nodes[0].get(ISSUANCES, other), await nodes[1].get(ISSUANCES, other)];
  assert.deepEqual([one, two].map(remaining), [99, 98]);
});

test('a Redis that lost its counts is not asked for an hour, and a new process knows it', async () => {
  const key = await freeKey();
  for (const _ of numbers(60)) await nodes[1].get(ISSUANCES, key);
  await redis.command('FLUSHALL');
  for (const node of nodes)
    await until('the loss is shown', async () => (await limitsIn(node)).detail === FORGOTTEN);
  const answers = await Promise.all(numbers(160).map((at) => nodes[at % 2]!.get(ISSUANCES, key)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 50, 'the part of one node');
  await until('what it accepted is saved', async () => (await savedRows()) > 1);
  await nodes[0].stop();
  const next = await start('one');
  await until('the new process knows it', async () => (await limitsIn(next)).detail === FORGOTTEN);
  assert.equal((await next.get(ISSUANCES, key)).status, 429, 'its part is used up');
});
