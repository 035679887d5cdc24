import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cases } from '../../../../../test/support/counts.ts';
import { SlidingWindow } from '../../../src/http/limits/memory/sliding-window.ts';
import * as limits from '../../../src/http/limits/rate-headers.ts';

const { ratePolicy, retryAfter } = limits;
const HOUR = 3_600_000;
const NOW = 1_775_000_000_123;
const PROFESSIONAL = ratePolicy('professional', 1000, HOUR);

function rateHeaders(...given: Parameters<typeof limits.rateHeaders>): Record<string, string> {
  const flat = limits.rateHeaders(...given);
  return Object.fromEntries(flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1]!]] : [])));
}

test('the first request of an hour is told 999 more, and a whole hour', () => {
  const window = new SlidingWindow(1000, HOUR);
  window.tryAccept(NOW);
  assert.deepEqual(rateHeaders(PROFESSIONAL, window, NOW), {
    'ratelimit-policy': '"professional";q=1000;w=3600',
    ratelimit: '"professional";r=999;t=3600',
    'x-ratelimit-limit': '1000',
    'x-ratelimit-remaining': '999',
    'x-ratelimit-reset': '1775003601',
  });
});

test('seconds are rounded up, and never below nothing', () => {
  const at = (resetAt: number) => rateHeaders(PROFESSIONAL, { remaining: 0, resetAt }, NOW).ratelimit;
  assert.equal(at(NOW + 1), '"professional";r=0;t=1');
  assert.equal(at(NOW + 1000), '"professional";r=0;t=1');
  assert.equal(at(NOW + 1001), '"professional";r=0;t=2');
  assert.equal(at(NOW - 5000), '"professional";r=0;t=0');
  assert.equal(retryAfter(NOW + 1000, NOW), '1');
  assert.equal(retryAfter(NOW + 1001, NOW), '2');
  assert.equal(retryAfter(NOW, NOW), '1', 'no one is told to come back at once');
});

test('whoever waits for Retry-After, or for the reset, is let through; a millisecond too early is refused', () => {
  const steps = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 5, maxLength: 40 });
  const lowered = fc.integer({ min: 1, max: 5 });
  const property = fc.property(steps, lowered, fc.integer({ min: 0, max: 2000 }), (waits, limit, later) => {
    const filled = () => {
      const window = new SlidingWindow(5, 10_000);
      let now = NOW;
      for (const wait of waits) {
        now += wait;
        window.tryAccept(now);
      }
      window.limit = limit;
      now += later;
      return { window, now, refused: !window.canAccept(now) };
    };
    const { window, now, refused } = filled();
    fc.pre(refused);
    const headers = rateHeaders(PROFESSIONAL, window, now);
    const told = Number(retryAfter(window.retryAt, now)) * 1000;
    assert.ok(told >= window.retryAt - now && told < window.retryAt - now + 1000);
    assert.ok(filled().window.tryAccept(now + told), 'Retry-After');
    assert.ok(filled().window.tryAccept(Number(headers['x-ratelimit-reset']) * 1000), 'X-RateLimit-Reset');
    const t = Number(/;t=(\d+)$/.exec(headers.ratelimit!)![1]);
    assert.ok(filled().window.tryAccept(now + t * 1000), 'RateLimit');
    assert.equal(filled().window.tryAccept(window.retryAt - 1), false);
  });
  fc.assert(property, { seed: 20260401, numRuns: cases(100, 1000) });
});
