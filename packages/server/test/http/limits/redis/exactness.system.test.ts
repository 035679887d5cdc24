// Nodes that count in Redis decide together as one window in memory would, by the clock of Redis.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { cases, seededNumbers } from '../../../../../../test/support/counts.ts';
import { wholeFile } from '../../../../../../test/support/lifetime.ts';
import { startRedis } from '../../../../../../test/support/redis.ts';
import type { LimitDecision, LimitedWindow } from '../../../../src/http/limits/rate-limiter.ts';
import { type Outcome, outcomesOf } from '../../../../src/http/limits/redis/outcomes.ts';
import type { CountedGroup } from '../../../../src/http/limits/redis/redis-client.ts';
import { ReferenceWindow } from '../reference-window.ts';
import { startNode, startShortNode } from './nodes.ts';

const redis = await startRedis();
wholeFile.after(() => redis.stop());
const HOUR = 60 * 60 * 1000;
/** So short that requests expire during the test. */
const WIDTH_MS = 400;

interface Asked {
  now: number;
  decision: LimitDecision | null;
}

/** A group as a node sent it, what Redis answered, and the requests that were in it. */
interface Exchange extends CountedGroup {
  outcome: Outcome;
  asked: Asked[];
}

async function startRecordedNode(aheadMs: number) {
  const { limits, client, fallbacks } = await startShortNode(wholeFile, {
    ...{ redisUrl: redis.url, widthMs: WIDTH_MS, nodes: 1 },
  });
  const exchanges: Exchange[] = [];
  const unsent = new Map<string, Asked[]>();
  const count = client.count.bind(client);
  client.count = async (epoch, groups) => {
    // A turn can hold several batches, so the requests are taken before the answer is there.
    const asked = groups.map(({ sharedKey, ownKey, requests }) =>
      unsent.get(`${sharedKey} ${ownKey}`)!.splice(0, requests),
    );
    const answer = await count(epoch, groups);
    const outcomes = outcomesOf(answer, groups.length)!;
    for (const [at, group] of groups.entries()) {
      exchanges.push({ ...group, outcome: outcomes[at]!, asked: asked[at]! });
    }
    return answer;
  };
  const accept = async (shared: LimitedWindow, ownWindow: LimitedWindow | null) => {
    // A clock far from that of Redis must not matter.
    const asked: Asked = { now: Date.now() + aheadMs, decision: null };
    const id = `short:${shared.windowId} ${ownWindow === null ? null : `short:${ownWindow.windowId}`}`;
    unsent.set(id, [...(unsent.get(id) ?? []), asked]);
    asked.decision = await limits.accept(shared, ownWindow, asked.now);
  };
  return { accept, exchanges, fallbacks };
}

interface After {
  remaining: number;
  resetAt: number;
  retryAt: number;
}

/** What the obvious window says after each request of each exchange, by exchange. Times are those of Redis. */
function replay(key: string, exchanges: readonly Exchange[]): Map<Exchange, After[]> {
  const before = ({ sharedKey, outcome }: Exchange) => (sharedKey === key ? outcome.shared : outcome.own);
  // Within a millisecond nothing expires, so the size of the window gives the order.
  const ordered = exchanges.toSorted(
    (a, b) =>
      a.outcome.now - b.outcome.now ||
      before(a).size - before(b).size ||
      a.outcome.accepted - b.outcome.accepted,
  );
  const first = ordered[0]!;
  const limit = first.sharedKey === key ? first.sharedLimit : first.ownLimit;
  const window = new ReferenceWindow(limit, WIDTH_MS);
  return new Map(
    ordered.map((exchange) => {
      const { outcome, requests } = exchange;
      window.ask(outcome.now);
      assert.equal(
        before(exchange).size,
        window.counting.length,
        'Redis counts what the obvious window does',
      );
      const after = Array.from({ length: requests }, (_, index) => {
        if (index < outcome.accepted) window.record(outcome.now);
        const { remaining, resetAt, retryAt } = window;
        assert.ok(window.counting.length <= limit);
        return { remaining, resetAt, retryAt };
      });
      return [exchange, after];
    }),
  );
}

test('several nodes decide about every request as one window in memory would', async (t) => {
  const nodes = await Promise.all([0, HOUR, 2 * HOUR].map(startRecordedNode));
  const below = seededNumbers(20);
  const windows = Array.from({ length: 8 }, (_, at) => ({ windowId: `w${at}`, limit: 5 + below(40) }));
  const owns = windows.map(({ windowId, limit }) =>
    [0, 1].map((at) => ({ windowId: `key ${windowId} ${at}`, limit: below(limit) })),
  );
  const total = cases(2000, 20_000);
  const asking: Promise<void>[] = [];
  // A window that is never empty lives on, although its key has an expiry.
  const steady = async () => {
    for (let at = 0; at < 30; at += 1) {
      asking.push(nodes[at % 3]!.accept({ windowId: 'steady', limit: 100 }, null));
      await wait(WIDTH_MS / 8);
    }
  };
  const steadily = steady();
  while (asking.length < total) {
    for (let burst = 1 + below(40); burst > 0; burst -= 1) {
      const place = below(windows.length);
      const own = below(3) === 0 ? null : owns[place]![below(2)]!;
      asking.push(nodes[below(nodes.length)]!.accept(windows[place]!, own));
    }
    if (below(3) === 0) await wait(below(25));
    else await new Promise(setImmediate);
  }
  await steadily;
  await Promise.all(asking);
  for (const { fallbacks } of nodes) assert.equal(fallbacks(), 0, 'Redis answers all the time');
  const exchanges = nodes.flatMap((node) => node.exchanges);
  const keys = new Set(exchanges.flatMap(({ sharedKey, ownKey }) => [sharedKey, ownKey ?? sharedKey]));
  const replays = new Map(
    Array.from(keys, (key) => [
      key,
      replay(
        key,
        exchanges.filter((one) => one.sharedKey === key || one.ownKey === key),
      ),
    ]),
  );
  let compared = 0;
  let refused = 0;
  for (const exchange of exchanges) {
    const { sharedKey, sharedLimit, ownKey, ownLimit, requests, outcome, asked } = exchange;
    const room = Math.max(0, sharedLimit - outcome.shared.size);
    const ownRoom = ownKey === null ? room : Math.max(0, ownLimit - outcome.own.size);
    assert.equal(outcome.accepted, Math.min(requests, room, ownRoom), 'refused only at a limit');
    for (const [index, { now, decision }] of asked.entries()) {
      const shared = replays.get(sharedKey)!.get(exchange)![index]!;
      const own = ownKey === null ? null : replays.get(ownKey)!.get(exchange)![index]!;
      const isOwn = own !== null && own.remaining <= shared.remaining;
      const reported = isOwn ? own : shared;
      const here = (time: number) => now + (time - outcome.now);
      assert.deepEqual(decision, {
        isAccepted: index < outcome.accepted,
        isOwn,
        remaining: reported.remaining,
        resetAt: here(reported.resetAt),
        retryAt: here(Math.max(shared.retryAt, own?.retryAt ?? 0)),
        exceededLimit: own === null || shared.remaining === 0 ? sharedLimit : ownLimit,
      });
      compared += 1;
      if (!decision!.isAccepted) refused += 1;
    }
  }
  assert.equal(compared, asking.length);
  const most = Math.max(...exchanges.map(({ requests }) => requests));
  t.diagnostic(`${compared} requests in ${exchanges.length} groups of up to ${most}; ${refused} refused`);
  assert.ok(refused > total / 10 && refused < total, `${refused} of ${compared} were refused`);
  assert.ok(most > 1, 'equal requests of a turn were counted together');
});

test('a place is given back only if the score request is refused', async (t) => {
  const nodes = [
    await startNode(t, { redisUrl: redis.url }),
    await startNode(t, { redisUrl: redis.url, aheadMs: 5 * HOUR }),
  ];
  const reserve = (at: number) => nodes[at % 2]!.scoreRequests.reserve('192.0.2.1', nodes[at % 2]!.clock());
  const places = await Promise.all([0, 1, 2, 3, 4].map(reserve));
  const full = await reserve(5);
  assert.ok('retryAt' in full, 'the limit of 5 holds over both nodes');
  assert.equal(full.policy.limit, '5');
  assert.ok(Math.abs(full.retryAt - nodes[1]!.clock() - HOUR) < 60_000, 'in the time of the node');
  for (const [at, place] of places.entries()) {
    assert.ok('settle' in place);
    place.settle(at !== 3, nodes[at % 2]!.clock());
  }
  const again = await reserve(1);
  assert.ok('settle' in again, 'the place that was given back is free');
  again.settle(true, nodes[1]!.clock());
  assert.ok('retryAt' in (await reserve(0)));
  assert.ok((await nodes[0]!.scoreRequests.usedUp('192.0.2.1', nodes[0]!.clock())) !== null);
  assert.equal(await nodes[0]!.scoreRequests.usedUp('192.0.2.2', nodes[0]!.clock()), null);
});

test('reading a window counts nothing, and says what all nodes used', async (t) => {
  const one = await startNode(t, { redisUrl: redis.url });
  const two = await startNode(t, { redisUrl: redis.url });
  const window = { windowId: 'read FREE', limit: 10 };
  for (const node of [one, two, two]) await node.keyed.accept(window, null, node.clock());
  for (const node of [one, two, one]) {
    assert.equal((await node.keyed.read(window, node.clock())).remaining, 7);
  }
  assert.equal(one.keyed.remainingHere(window, one.clock()), 9, 'by itself it knows only its own');
});

test('the clock of a node does not matter, also when it is moved', async (t) => {
  let aheadMs = 0;
  const one = await startNode(t, { redisUrl: redis.url, clock: () => Date.now() + aheadMs });
  const two = await startNode(t, { redisUrl: redis.url });
  const window = { windowId: 'moved FREE', limit: 10 };
  for (let at = 0; at < 6; at += 1) await one.keyed.accept(window, null, one.clock());
  aheadMs = HOUR;
  one.shift(HOUR);
  await wait(1200);
  assert.equal((await one.keyed.accept(window, null, one.clock())).remaining, 3);
  assert.equal((await two.keyed.accept(window, null, two.clock())).remaining, 2);
  for (const { history } of [one, two]) assert.deepEqual(history, ['shared']);
});
