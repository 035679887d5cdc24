// Faults of Redis: each node goes on with its part of the limit, comes back by itself, and never are more than twice the
// limit accepted.

import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { cases, seededNumbers } from '../../../../../../test/support/counts.ts';
import { type RedisOptions, startRedis } from '../../../../../../test/support/redis.ts';
import { startTcpProxy, through } from '../../../../../../test/support/tcp-proxy.ts';
import { PATIENCE_MS, until } from '../../../../../../test/support/until.ts';
import { createNode, type ShortNode, startNode, startShortNode, type TestNode } from './nodes.ts';

const WINDOW = { windowId: 'workspace PROFESSIONAL', limit: 100 };
const APPEND_ONLY = { args: ['--appendonly', 'yes'] };
/** The width of windows that expire during a test. */
const WIDTH_MS = 6000;

/** Ends what was started in the opposite order. */
function endings(t: TestContext) {
  const acts: (() => unknown)[] = [];
  t.after(async () => {
    for (const act of acts.reverse()) await act();
  });
  return { after: (act: () => unknown) => void acts.push(act) };
}

async function startTwo(t: TestContext, options: RedisOptions = {}) {
  const lifetime = endings(t);
  const redis = await startRedis(options);
  lifetime.after(() => redis.stop());
  const one = await startNode(lifetime, { redisUrl: redis.url });
  const two = await startNode(lifetime, { redisUrl: redis.url });
  return { redis, one, two, lifetime };
}

async function startTwoShort(t: TestContext, options: RedisOptions = {}) {
  const lifetime = endings(t);
  const redis = await startRedis(options);
  lifetime.after(() => redis.stop());
  const given = { redisUrl: redis.url, widthMs: WIDTH_MS, nodes: 2 };
  const one = await startShortNode(lifetime, given);
  const two = await startShortNode(lifetime, given);
  return { redis, one, two };
}

/** How many of so many requests a node accepts. */
async function take(node: TestNode, requests: number): Promise<number> {
  let accepted = 0;
  for (let at = 0; at < requests; at += 1) {
    const { isAccepted } = await node.keyed.accept(WINDOW, null, node.clock());
    accepted += Number(isAccepted);
  }
  return accepted;
}

async function takeShort(node: ShortNode, requests: number): Promise<number> {
  let accepted = 0;
  for (let at = 0; at < requests; at += 1) {
    accepted += Number((await node.limits.accept(WINDOW, null, Date.now())).isAccepted);
  }
  return accepted;
}

const isShared = (...nodes: TestNode[]) =>
  until('Redis counts', () => nodes.every((node) => node.isShared()));
const isAlone = (...nodes: TestNode[]) =>
  until('each node counts by itself', () => nodes.every((node) => !node.isShared()));
const hasForgotten = (...nodes: { history: string[] }[]) =>
  until('the loss is found', () => nodes.every(({ history }) => history.includes('forgotten')));
const countsAgain = (...nodes: ShortNode[]) =>
  until('Redis counts', () => nodes.every(({ link }) => link.isShared));

describe('faults of Redis', { concurrency: true }, () => {
  test('while Redis is gone, each node has half of the limit and counts what it accepted before', async (t) => {
    const { redis, one, two } = await startTwo(t, APPEND_ONLY);
    assert.equal(await take(one, 70), 70);
    assert.equal(await take(two, 10), 10);
    await redis.kill();
    await isAlone(one, two);
    assert.equal(await take(one, 60), 0, 'it had more than its half');
    assert.equal(await take(two, 60), 40, 'the rest of its half');
    const refused = await two.keyed.accept(WINDOW, null, two.clock());
    assert.deepEqual([refused.isAccepted, refused.remaining, refused.exceededLimit], [false, 0, 50]);
    assert.ok(one.fallbacks() > 0 && two.fallbacks() > 0);
    await redis.restart();
    await isShared(one, two);
    assert.equal((await take(one, 30)) + (await take(two, 30)), 20, 'Redis has what it counted');
    for (const { history } of [one, two]) assert.ok(!history.includes('forgotten'), history.join());
  });

  test('requests that wait for a Redis that hangs are decided by the node, and later ones do not wait', async (t) => {
    const { redis, one, two } = await startTwo(t);
    assert.equal(await take(one, 20), 20);
    redis.pause();
    const waiting = await Promise.all([take(one, 1), take(two, 1)]);
    assert.deepEqual(waiting, [1, 1], 'decided by each node');
    const decision = one.keyed.accept(WINDOW, null, one.clock());
    assert.ok(!(decision instanceof Promise), 'the next one does not wait');
    assert.equal(await take(one, 100), 28);
    assert.equal(await take(two, 100), 49);
    redis.resume();
    await isShared(one, two);
    const more = await take(one, 100);
    // Redis may have counted the two requests that timed out.
    assert.ok(more >= 78 && more <= 80, String(more));
  });

  test('a Redis that was emptied counts again when everything that it forgot has expired', async (t) => {
    const { redis, one, two } = await startTwoShort(t);
    assert.equal(await takeShort(one, 120), 100);
    const lastAt = performance.now();
    await redis.command('FLUSHALL');
    let accepted = await takeShort(two, 120);
    await hasForgotten(one, two);
    accepted += await takeShort(two, 120);
    assert.equal(accepted, 50, 'the half of one node');
    assert.equal(await takeShort(one, 10), 0);
    await countsAgain(one, two);
    const passed = performance.now() - lastAt;
    assert.ok(passed >= WIDTH_MS - 100, `Redis counts again after ${passed} ms`);
    assert.deepEqual(
      [one, two].map(({ history }) => history.at(-1)),
      ['shared', 'shared'],
    );
  });

  test('a node that starts with an emptied Redis learns of the loss from the others', async (t) => {
    const { redis, one, lifetime } = await startTwo(t);
    assert.equal(await take(one, 100), 100);
    await redis.command('DEL rf:{limits}:state');
    const next = await createNode({ redisUrl: redis.url });
    lifetime.after(() => next.stop());
    await next.start(5000);
    await hasForgotten(one, next);
    assert.ok(!next.isShared());
  });

  test('a Redis that restarts with older counts has lost the newer ones', async (t) => {
    const { redis, one, two } = await startTwo(t);
    assert.equal(await take(two, 10), 10);
    await redis.command('SAVE');
    assert.equal(await take(one, 90), 90);
    await redis.kill();
    await redis.restart();
    await hasForgotten(one, two);
    assert.equal((await take(one, 60)) + (await take(two, 60)), 40);
  });

  test('a Redis whose clock was an hour ahead and is set right does not stand still', async (t) => {
    const { redis, one, two } = await startTwoShort(t);
    assert.equal(await takeShort(one, 60), 60);
    await redis.command(`HSET rf:{limits}:state clock ${Date.now() + 60 * 60 * 1000}`);
    await hasForgotten(one, two);
    await countsAgain(one, two);
    assert.equal(await takeShort(two, 120), 100);
  });

  test('a limit smaller than the number of nodes lets nothing through', async (t) => {
    const { redis, one } = await startTwo(t);
    await redis.kill();
    await isAlone(one);
    const only = { windowId: 'only', limit: 1 };
    const decision = await one.keyed.accept(only, null, one.clock());
    assert.deepEqual([decision.isAccepted, decision.remaining], [false, 0]);
    assert.ok(decision.retryAt > one.clock());
    const score = await one.scoreRequests.reserve('192.0.2.1', one.clock());
    assert.ok('settle' in score, 'two of five are its part');
  });

  test('the next process of a node does not accept its part again', async (t) => {
    const { redis, one, two, lifetime } = await startTwo(t);
    assert.equal(await take(two, 5), 5);
    assert.equal(two.book.drain().accepted.size, 0, 'what Redis counts is not saved');
    await redis.kill();
    await isAlone(one, two);
    assert.equal(await take(one, 30), 30);
    const drained = one.book.drain();
    assert.equal(drained.accepted.get(WINDOW.windowId)!.length, 30);
    one.book.undrain(drained);
    assert.deepEqual(one.book.drain().accepted, drained.accepted, 'it could not be saved the first time');
    await one.stop();
    const next = await createNode({ redisUrl: redis.url });
    lifetime.after(() => next.stop());
    next.book.restore(drained.accepted, next.clock());
    assert.equal(await take(next, 50), 20);
  });

  test('a node that stops while it waits for Redis does not wait any longer, and reports nothing', async () => {
    const node = await createNode({ redisUrl: 'redis://127.0.0.1:1' });
    const startedAt = performance.now();
    const starting = node.start(2 * PATIENCE_MS);
    await node.stop();
    await starting;
    assert.ok(performance.now() - startedAt < PATIENCE_MS);
    assert.deepEqual(node.history, []);
  });

  test('writes that Redis refuses are decided by the node', async (t) => {
    const { redis, one, two } = await startTwo(t);
    assert.equal(await take(one, 10), 10);
    await redis.command('REPLICAOF 127.0.0.1 1');
    await isAlone(one, two);
    assert.equal(await take(one, 60), 40);
    await redis.command('REPLICAOF NO ONE');
    await isShared(one, two);
    assert.equal(await take(two, 100), 90);
  });

  for (const [kind, options] of [
    ['nothing', {}],
    ['snapshots', {}],
    ['an append-only file', APPEND_ONLY],
  ] as const) {
    test(`with a Redis that keeps ${kind}, random faults never let through more than twice the limit`, async (t) => {
      const lifetime = endings(t);
      const redis = await startRedis(options);
      lifetime.after(() => redis.stop());
      const network = await startTcpProxy(Number(new URL(redis.url).port));
      lifetime.after(() => network.stop());
      const given = { widthMs: WIDTH_MS, nodes: 3 };
      const nodes = [
        await startShortNode(lifetime, { ...given, redisUrl: redis.url }),
        await startShortNode(lifetime, { ...given, redisUrl: redis.url }),
        await startShortNode(lifetime, { ...given, redisUrl: through(network, redis.url) }),
      ];
      const below = seededNumbers(21 + kind.length);
      const acceptedAt: number[] = [];
      let isOver = false;
      const traffic = nodes.map(async (node) => {
        while (!isOver) {
          for (let burst = 1 + below(8); burst > 0; burst -= 1)
            if ((await takeShort(node, 1)) === 1) acceptedAt.push(performance.now());
          await wait(below(40));
        }
      });
      const paused = async (begin: () => unknown, end: () => unknown) => {
        await begin();
        await wait(100 + below(2500));
        await end();
      };
      const faults = [
        () => redis.command('FLUSHALL'),
        () => paused(redis.pause, redis.resume),
        () =>
          paused(
            () => network.setMode('drop'),
            () => network.setMode('forward'),
          ),
        () =>
          paused(
            () => network.setDelay(300),
            () => network.setDelay(0),
          ),
        async () => {
          await redis.kill();
          await wait(below(500));
          await redis.restart();
        },
        () => redis.command('CLIENT KILL TYPE normal'),
      ];
      for (let round = 0; round < cases(5, 40); round += 1) {
        await wait(below(WIDTH_MS / 3));
        if (kind === 'snapshots' && below(2) === 0) await redis.command('SAVE');
        await faults[below(faults.length)]!();
      }
      await countsAgain(...nodes);
      await wait(WIDTH_MS / 2);
      isOver = true;
      await Promise.all(traffic);
      // A request counts from when it came or when Redis counted it, and its decision may come half a second later.
      const widthMs = WIDTH_MS - 1000;
      let first = 0;
      let most = 0;
      for (const [last, at] of acceptedAt.sort((a, b) => a - b).entries()) {
        while (acceptedAt[first]! <= at - widthMs) first += 1;
        most = Math.max(most, last - first + 1);
      }
      t.diagnostic(
        `${most} of ${WINDOW.limit} in a window, ${acceptedAt.length} in all; ${nodes[0]!.history.length} changes`,
      );
      assert.ok(most <= 2 * WINDOW.limit, `${most} were accepted`);
    });
  }
});
