// The steps from a published score to the next one add up, whatever the parts of the change are.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cases, seededNumbers } from '../../../../test/support/counts.ts';
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

test('any parts add up, each step begins where the one before it ends, and the axis holds them', () => {
  const below = seededNumbers(92);
  for (let world = 0; world < cases(200, 2000); world += 1) {
    const before = below(10_001);
    const parts = Array.from({ length: below(30) }, (_, at) =>
      part(`Part ${at}`, below(1801) - 900, below(4) === 0),
    );
    const { steps, after } = changeFall(before, parts, null);
    assert.equal(after, before + parts.reduce((sum, { points }) => sum + points, 0));
    let total = before;
    for (const { from, to, points } of steps) {
      assert.deepEqual([from, to], [total, total + points]);
      total = to;
    }
    const { floor, end, ticks } = axisAround(
      [before, after].map((one) => Math.max(0, Math.min(10_000, one))),
    );
    assert.ok(floor < end && ticks.length > 0 && ticks.every((tick) => tick >= floor && tick <= end));
  }
});
