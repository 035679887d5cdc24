import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cases } from '../../../../../test/support/counts.ts';
import { SlidingWindow } from '../../../src/http/limits/memory/sliding-window.ts';
import { ReferenceWindow } from './reference-window.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = 1_775_000_000_000;
const SEED = 20260401;

const width = fc.constantFrom(1, 7, 1000, 60_000, HOUR, 2 ** 31);
const limit = fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 200 }));
/** Also just before the milliseconds pass a multiple of 2^32. */
const start = fc.constantFrom(0, NOW, 413 * 2 ** 32 - 20, 414 * 2 ** 32 - HOUR);

/** Steps as parts of a width, in milliseconds, backwards, and over the 49.7 days that 32 bits can tell apart. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ widths: 0, ms: 0 }) },
  { weight: 6, arbitrary: fc.record({ widths: fc.constant(0), ms: fc.integer({ min: 1, max: 20 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({ widths: fc.double({ min: 0, max: 0.3, noNaN: true }), ms: fc.constant(0) }),
  },
  { weight: 2, arbitrary: fc.record({ widths: fc.constantFrom(1, 2), ms: fc.integer({ min: -2, max: 2 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ widths: fc.double({ min: -2, max: 0, noNaN: true }), ms: fc.constant(-1) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      widths: fc.constant(0),
      ms: fc.integer({ min: 45, max: 120 }).map((days) => days * DAY),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ widths: fc.constantFrom(0, 0.5), ms: fc.constantFrom(2 ** 31, 2 ** 32) }),
  },
);

const act = fc.oneof(
  { weight: 8, arbitrary: fc.constant({ what: 'try' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('burst' as const), count: fc.integer({ min: 2, max: 80 }) }),
  },
  { weight: 3, arbitrary: fc.constant({ what: 'ask, then record' as const }) },
  { weight: 1, arbitrary: fc.constant({ what: 'record unasked' as const }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('limit' as const), limit }) },
  { weight: 2, arbitrary: fc.constant({ what: 'retry as told' as const }) },
  { weight: 1, arbitrary: fc.constant({ what: 'drain' as const }) },
  { weight: 1, arbitrary: fc.constant({ what: 'undrain' as const }) },
);

const trace = fc.record({
  width,
  limit,
  start,
  steps: fc.array(fc.record({ step, act }), { minLength: 1, maxLength: 120, size: 'max' }),
});

type Trace = typeof trace extends fc.Arbitrary<infer T> ? T : never;

test('a window answers as one that keeps every instant for ever, on random traces', () => {
  const seen = { accepted: 0, refused: 0, overfull: 0, idle: 0, backwards: 0, obeyed: 0, drained: 0 };
  const follow = ({ width, limit, start, steps }: Trace) => {
    const memory = { rings: 0, bytes: 0 };
    const window = new SlidingWindow(limit, width, memory);
    const reference = new ReferenceWindow(limit, width);
    let now = start;
    let drained: number[] = [];
    let peak = 0;

    const offer = (at: number) => {
      const expected = reference.ask(at);
      if (expected) reference.record(at);
      assert.equal(window.tryAccept(at), expected);
      seen[expected ? 'accepted' : 'refused'] += 1;
    };
    for (const { step, act } of steps) {
      now = Math.max(0, now + step.widths * width + step.ms);
      if (now < reference.now) seen.backwards += 1;
      if (now > reference.now + 2 ** 32 && reference.counting.length > 0) seen.idle += 1;
      if (act.what === 'try') offer(now);
      if (act.what === 'burst') for (let i = 0; i < act.count; i += 1) offer(now + i / 16);
      if (act.what === 'ask, then record') {
        const expected = reference.ask(now);
        assert.equal(window.canAccept(now), expected);
        if (expected) {
          reference.record(now);
          window.record(now);
        }
      }
      if (act.what === 'record unasked') {
        reference.record(now);
        window.record(now);
      }
      if (act.what === 'limit') {
        window.limit = act.limit;
        reference.limit = act.limit;
      }
      if (act.what === 'retry as told' && reference.limit > 0 && !reference.ask(now)) {
        assert.equal(window.canAccept(now), false);
        now = window.retryAt;
        assert.equal(window.canAccept(now - 1), false, 'a millisecond earlier is too early');
        offer(now);
        assert.equal(reference.accepted.at(-1), now, 'the retry was accepted');
        seen.obeyed += 1;
      }
      // Whatever was done, time is seen by both; then they must stand alike.
      reference.ask(now);
      assert.equal(window.isEmpty(now), reference.counting.length === 0);
      if (act.what === 'drain') {
        drained = reference.drain();
        assert.deepEqual(window.drain(), drained);
        seen.drained += drained.length;
      }
      if (act.what === 'undrain') {
        reference.undrained.unshift(...drained);
        window.undrain(drained.length);
        drained = [];
      }
      const remembered = reference.counting.length;
      if (remembered > reference.limit) seen.overfull += 1;
      assert.equal(window.remaining, reference.remaining);
      assert.equal(window.resetAt, reference.resetAt);
      assert.equal(window.retryAt, reference.retryAt);
      peak = remembered === 0 ? 0 : Math.max(peak, remembered);
      assert.ok(window.ringBytes <= 8 * peak, `${window.ringBytes} bytes for ${peak}`);
      assert.deepEqual(memory, { rings: window.ringBytes > 0 ? 1 : 0, bytes: window.ringBytes });
    }
  };
  fc.assert(fc.property(trace, follow), { seed: SEED, numRuns: cases(100, 1000) });
  for (const [what, times] of Object.entries(seen)) assert.ok(times > 10, `${what} was seen ${times} times`);
});

test('the first of a thousand leaves 999, and an hour until it leaves', () => {
  const window = new SlidingWindow(1000, HOUR);
  assert.ok(window.tryAccept(NOW));
  assert.deepEqual([window.remaining, window.resetAt, window.retryAt], [999, NOW + HOUR, NOW]);
});

test('a full window accepts again exactly a width after the oldest that counts', () => {
  const window = new SlidingWindow(3, HOUR);
  for (const at of [0, 10, 20]) assert.ok(window.tryAccept(NOW + at));
  assert.equal(window.tryAccept(NOW + HOUR - 1), false);
  assert.ok(window.tryAccept(NOW + HOUR));
  assert.equal(window.tryAccept(NOW + HOUR), false);
  assert.equal(window.retryAt, NOW + HOUR + 10);
});

test('a refused request does not count', () => {
  const window = new SlidingWindow(2, 1000);
  for (const at of [0, 1]) assert.ok(window.tryAccept(NOW + at));
  for (let at = 2; at < 1000; at += 1) assert.equal(window.tryAccept(NOW + at), false);
  assert.ok(window.tryAccept(NOW + 1000));
  assert.ok(window.tryAccept(NOW + 1001));
});

test('two windows that must agree: the one that would accept records nothing when the other refuses', () => {
  const [workspace, key] = [new SlidingWindow(10, HOUR), new SlidingWindow(2, HOUR)];
  let accepted = 0;
  for (let at = 0; at < 5; at += 1) {
    if (!workspace.canAccept(NOW + at) || !key.canAccept(NOW + at)) continue;
    workspace.record(NOW + at);
    key.record(NOW + at);
    accepted += 1;
  }
  assert.deepEqual([accepted, workspace.remaining, key.remaining], [2, 8, 0]);
});

test('a clock that runs backwards opens no window', () => {
  const window = new SlidingWindow(2, 1000);
  for (const at of [5000, 5000]) assert.ok(window.tryAccept(NOW + at));
  assert.equal(window.tryAccept(NOW), false);
  assert.equal(window.tryAccept(NOW + 5999), false);
  assert.ok(window.tryAccept(NOW + 6000));
});

test('under a lower limit the excess has to leave first; under a higher one there is room at once', () => {
  const window = new SlidingWindow(4, HOUR);
  for (const at of [0, 1, 2, 3]) window.tryAccept(NOW + at);
  window.limit = 2;
  assert.equal(window.retryAt, NOW + 2 + HOUR);
  assert.equal(window.tryAccept(NOW + 1 + HOUR), false);
  assert.ok(window.tryAccept(NOW + 2 + HOUR));
  window.limit = 5;
  assert.equal(window.remaining, 3);
});

test('a limit of 0 accepts nothing', () => {
  const window = new SlidingWindow(0, HOUR);
  assert.equal(window.tryAccept(NOW), false);
  assert.deepEqual([window.remaining, window.retryAt], [0, NOW + HOUR]);
});

test('a full window of 10,000 takes 4 bytes a request, and an empty one nothing', () => {
  const window = new SlidingWindow(10_000, HOUR);
  for (let at = 0; at < 30_000; at += 1) {
    window.tryAccept(NOW + at * 360);
    assert.ok(window.ringBytes <= 8 * Math.min(at + 1, 10_000));
  }
  assert.equal(window.remaining, 0);
  assert.equal(window.ringBytes, 4 * 9999);
  assert.ok(window.isEmpty(NOW + 30_000 * 360 + HOUR));
  assert.equal(window.ringBytes, 0);
});

test('a client that came once takes no ring', () => {
  const window = new SlidingWindow(60, 60_000);
  window.tryAccept(NOW);
  assert.equal(window.ringBytes, 0);
});

test('what was restored counts on, in any order, as far as it is within the width', () => {
  const window = new SlidingWindow(3, HOUR);
  window.restore([NOW - 5, NOW - HOUR, NOW - HOUR + 1, Number.NaN], NOW);
  assert.equal(window.remaining, 1);
  assert.equal(window.resetAt, NOW + 1);
  assert.deepEqual(window.drain(), [], 'it is saved already');
  assert.throws(() => window.restore([NOW], NOW), /empty window/);
});

test('instants that another clock put ahead of this one are restored as now', () => {
  const window = new SlidingWindow(1, HOUR);
  window.restore([NOW + 30 * DAY], NOW);
  assert.equal(window.retryAt, NOW + HOUR);
});

test('widths and limits that cannot be kept exactly are refused', () => {
  for (const bad of [0, 1.5, 2 ** 31 + 1, Number.NaN]) {
    assert.throws(() => new SlidingWindow(1, bad), RangeError);
  }
  const window = new SlidingWindow(1, HOUR);
  for (const bad of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => new SlidingWindow(bad, HOUR), RangeError);
    assert.throws(() => {
      window.limit = bad;
    }, RangeError);
  }
});
