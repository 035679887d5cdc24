// Windows whose clock is moved: what was accepted keeps its age, so a limit neither starts anew nor lasts longer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SlidingWindow } from '../../../src/http/limits/memory/sliding-window.ts';

const WIDTH = 10_000;
const HOUR = 3_600_000;

test('property: a window whose clock is moved decides as one whose clock is not', () => {
  const step = fc.oneof(
    fc.record({ pass: fc.integer({ min: 0, max: 4000 }) }),
    fc.record({ move: fc.integer({ min: -240 * HOUR, max: 240 * HOUR }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), fc.integer({ min: 1, max: 9 }), (steps, limit) => {
      const [moved, plain] = [new SlidingWindow(limit, WIDTH), new SlidingWindow(limit, WIDTH)];
      let now = Date.parse('2026-10-01T00:00:00Z');
      let by = 0;
      for (const each of steps) {
        if ('move' in each) {
          by += each.move;
          moved.shift(each.move);
          continue;
        }
        now += each.pass;
        assert.equal(moved.tryAccept(now + by), plain.tryAccept(now));
        assert.equal(moved.remaining, plain.remaining);
        assert.equal(moved.resetAt - by, plain.resetAt);
        assert.equal(moved.retryAt - by, plain.retryAt);
      }
    }),
  );
});
