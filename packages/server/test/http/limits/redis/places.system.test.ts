// Requests that take several places at once: nodes that count in Redis accept all of them, or none.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededNumbers } from '../../../../../../test/support/counts.ts';
import { wholeFile } from '../../../../../../test/support/lifetime.ts';
import { startRedis } from '../../../../../../test/support/redis.ts';
import { startNode } from './nodes.ts';

const redis = await startRedis();
wholeFile.after(() => redis.stop());
const HOUR = 60 * 60 * 1000;

test('several nodes together accept as many whole requests as have room', async (t) => {
  const nodes = await Promise.all([0, 1, 2].map(() => startNode(t, { redisUrl: redis.url })));
  const shared = { windowId: 'w', limit: 100 };
  const asked = await Promise.all(
    Array.from({ length: 60 }, (_, at) => nodes[at % 3]!.keyed.accept(shared, null, Date.now(), 3)),
  );
  assert.equal(asked.filter(({ isAccepted }) => isAccepted).length, 33);
  const singles = await Promise.all(
    Array.from({ length: 9 }, (_, at) => nodes[at % 3]!.keyed.accept(shared, null, Date.now())),
  );
  assert.equal(singles.filter(({ isAccepted }) => isAccepted).length, 1, 'one place was left');
});

test('a refused request changes nothing, in either window, and says when it would be accepted', async (t) => {
  const node = await startNode(t, { redisUrl: redis.url });
  const shared = { windowId: 'both', limit: 40 };
  const own = { windowId: 'both key', limit: 25 };
  const below = seededNumbers(7);
  const begun = Date.now();
  let [left, ownLeft] = [shared.limit, own.limit];
  for (let at = 0; at < 60; at += 1) {
    const places = 1 + below(6);
    const ofKey = below(2) === 0 ? own : null;
    const decision = await node.keyed.accept(shared, ofKey, Date.now(), places);
    const fits = places <= left && (ofKey === null || places <= ownLeft);
    assert.equal(decision.isAccepted, fits, `${places} of ${left}`);
    if (fits) {
      left -= places;
      if (ofKey !== null) ownLeft -= places;
    } else assert.ok(decision.retryAt >= begun + HOUR - 1000 && decision.retryAt <= Date.now() + HOUR);
    assert.equal(decision.remaining, ofKey === null ? left : Math.min(left, ownLeft));
  }
  assert.ok(left < 6 && ownLeft < 10);
});
