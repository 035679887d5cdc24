// The scale of a score is tinted by the bands of its framework, however many there are.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bandScale } from '../../src/rendering/pages/band-scale.ts';

const areasOf = (...given: Parameters<typeof bandScale>) =>
  [...bandScale(...given).text.matchAll(/class="area([^"]*)" x="(\d+)%" y="4" width="(\d+)%"/g)].map(
    ([, band, from, width]) => [band!.trim(), Number(from), Number(width)],
  );

test('each band has its part of the scale; without bands the scale is plain', () => {
  assert.deepEqual(areasOf(91_52), [
    ['band-high', 0, 40],
    ['band-elevated', 40, 20],
    ['band-medium', 60, 20],
    ['band-low', 80, 20],
  ]);
  const two = [
    { band: 'LOW', lower_bound: 55 },
    { band: 'HIGH', lower_bound: 0 },
  ];
  assert.deepEqual(areasOf(91_52, two), [
    ['band-high', 0, 55],
    ['band-low', 55, 45],
  ]);
  assert.deepEqual(areasOf(91_52, []), [['', 0, 100]]);
});
