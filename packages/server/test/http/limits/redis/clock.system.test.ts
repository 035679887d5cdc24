// The clock of the machine of Redis is set: windows keep the age of their requests.

import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startRedis } from '../../../../../../test/support/redis.ts';
import { until } from '../../../../../../test/support/until.ts';
import { startNode, type TestNode } from './nodes.ts';

const HOUR = 60 * 60 * 1000;
const WINDOW = { windowId: 'workspace PROFESSIONAL', limit: 100 };
const CLOCK_WAS_SET = 'The clock of Redis was set.';

async function startTwo(t: TestContext) {
  const redis = await startRedis();
  const nodes: TestNode[] = [];
  t.after(async () => {
    for (const node of nodes) await node.stop();
    await redis.stop();
  });
  let aheadMs = 0;
  for (const name of ['one', 'two']) {
    const clock = () => Date.now() + aheadMs;
    nodes.push(await startNode({ after: () => undefined }, { redisUrl: redis.url, name, clock }));
  }
  const [one, two] = nodes as [TestNode, TestNode];
  return {
    ...{ redis, nodes, one, two },
    /** To the nodes it looks as if the clock of Redis was set by the opposite. */
    setNodes: (ms: number) => {
      aheadMs = ms;
    },
  };
}

async function take(node: TestNode, requests: number): Promise<number> {
  let accepted = 0;
  for (let at = 0; at < requests; at += 1) {
    accepted += Number((await node.keyed.accept(WINDOW, null, node.clock())).isAccepted);
  }
  return accepted;
}

async function isCountedAnew(nodes: readonly TestNode[]): Promise<void> {
  await until('it is noticed', () => nodes.some(({ history }) => history.includes(CLOCK_WAS_SET)));
  await until('Redis counts again', () => nodes.every((node) => node.isShared()));
}

describe('the clock of Redis', { concurrency: true }, () => {
  test('that was an hour ahead is set right, and time does not stand still', async (t) => {
    const { redis, nodes, one, two } = await startTwo(t);
    const startedAt = Date.now();
    assert.equal(await take(one, 60), 60);
    assert.equal(await take(two, 30), 30);
    await redis.command(`HSET rf:{limits}:state clock ${Date.now() + HOUR}`);
    await isCountedAnew(nodes);
    assert.equal(await take(two, 20), 10);
    const refused = await one.keyed.accept(WINDOW, null, one.clock());
    assert.equal(refused.isAccepted, false);
    const age = refused.retryAt - startedAt;
    assert.ok(Math.abs(age - HOUR) < 1500, `the first request expires ${age} ms after it was made`);
  });

  for (const [how, ms] of [
    ['ahead', -5000],
    ['back', 5000],
  ] as const) {
    test(`that is set ${how} by more than two seconds is noticed, and everything counts once`, async (t) => {
      const { nodes, one, two, setNodes } = await startTwo(t);
      assert.equal(await take(one, 60), 60);
      assert.equal(await take(two, 30), 30);
      setNodes(ms);
      await isCountedAnew(nodes);
      assert.equal(await take(two, 20), 10);
    });
  }

  test('does not matter if a node moves its own clock, and says so', async (t) => {
    const { nodes, one, two, setNodes } = await startTwo(t);
    assert.equal(await take(one, 60), 60);
    setNodes(HOUR);
    for (const node of nodes) node.shift(HOUR);
    await wait(1200);
    assert.equal(await take(two, 60), 40);
    for (const { history } of nodes) assert.deepEqual(history, ['shared']);
  });
});
