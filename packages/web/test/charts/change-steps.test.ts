// The steps from a published score to the next one add up, whatever the parts of the change are.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { changeFall, changeFinding, changeSum } from '../../src/charts/change-steps.ts';
import { axisAround } from '../../src/charts/waterfall.ts';

const part = (label: string, points: number, isCap = false) => ({ label, points, isCap });

test('a cap comes last, after the score without it', () => {
  const parts = [part('Approvals, 3 to 1', -168), part('Bitcoin fall', -17), part('Cap', -3514, true)];
  const fall = changeFall(7698, parts, 7513);
  assert.equal(fall.uncapped, 7513);
  assert.equal(changeFinding(fall), '35.14 of the 36.99 points are one cap');
  assert.equal(changeSum(fall), '76.98 − 1.68 − 0.17 − 35.14');
  assert.equal(fall.after, 3999);
});

test('a cap that ends comes first, so that no total leaves the scale', () => {
  const fall = changeFall(3999, [part('Coverage', -5000), part('Cap', 4001, true)], 3000);
  assert.deepEqual(
    fall.steps.map(({ to }) => to),
    [8000, 3000],
  );
  assert.equal(fall.uncapped, null);
  assert.equal(changeFinding(fall), '9.99 points lower, most of it: Coverage');
});

const PARTS = fc.array(fc.record({ label: fc.string(), points: fc.integer({ min: -900, max: 900 }), isCap: fc.boolean() }), {
  maxLength: 30,
});

test('any parts add up, each step begins where the one before it ends, and the axis holds them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), PARTS, (before, parts) => {
      const { steps, after } = changeFall(before, parts, null);
      assert.equal(after, before + parts.reduce((sum, { points }) => sum + points, 0));
      let total = before;
      for (const { from, to, points } of steps) {
        assert.deepEqual([from, to], [total, total + points]);
        total = to;
      }
      const { floor, end, ticks } = axisAround([before, after]);
      assert.ok(floor < end && ticks.length > 0 && ticks.every((tick) => tick >= floor && tick <= end));
    }),
  );
});
