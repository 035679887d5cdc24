// The figures of a book against an independent computation in fractions: 200 random books, exact to the last digit.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convert, formatAmount, parseAmount, parseRate } from '@rf-indicators/core/books/figures/amounts';
import { apportion } from '@rf-indicators/core/books/figures/apportion';
import { changeOf } from '@rf-indicators/core/books/figures/change';
import { compositeOf, type Exposure, sharesOf } from '@rf-indicators/core/books/figures/composite';
import fc from 'fast-check';
import { Fraction } from './fraction.ts';

const NAMES = Array.from({ length: 12 }, (_, index) => `name ${index}`);

const exposures = fc
  .uniqueArray(
    fc.record({
      name: fc.constantFrom(...NAMES),
      exposure: fc.oneof(fc.bigInt(1n, 1_000n), fc.bigInt(1n, 10n ** 23n)),
      score: fc.option(fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.constantFrom(0, 5_000, 10_000))),
    }),
    { selector: ({ name }) => name, minLength: 1 },
  )
  .map((list): Exposure[] => list);

function meanOf(list: readonly Exposure[]): Fraction {
  const scored = list.filter(({ score }) => score !== null);
  const total = scored.reduce((sum, { exposure }) => sum + exposure, 0n);
  return scored.reduce(
    (mean, { exposure, score }) => mean.plus(new Fraction(exposure * BigInt(score!), total)),
    new Fraction(0n),
  );
}

/** Whole numbers that add up: each rounded down, and those that are missing go where the most was cut off, equal ones in order. */
function byLargestRemainder(total: number, exact: readonly Fraction[]): number[] {
  const whole = exact.map((one) => Number(one.floor()));
  const cut = exact.map((one, index) => ({ index, rest: one.minus(new Fraction(one.floor())) }));
  cut.sort((a, b) => {
    const { top } = b.rest.minus(a.rest);
    return top === 0n ? a.index - b.index : top > 0n ? 1 : -1;
  });
  const missing = total - whole.reduce((sum, one) => sum + one, 0);
  for (const { index } of cut.slice(0, missing)) whole[index]! += 1;
  return whole;
}

test('the composite, its losses, its coverage and its shares are exact for 200 random books', () => {
  fc.assert(
    fc.property(exposures, (list) => {
      const found = compositeOf(list);
      if (list.every(({ score }) => score === null)) return assert.equal(found, null);
      const mean = meanOf(list);
      assert.equal(found!.composite, mean.rounded());
      const total = list.reduce((sum, { exposure }) => sum + exposure, 0n);
      const scored = list.filter(({ score }) => score !== null);
      const covered = scored.reduce((sum, { exposure }) => sum + exposure, 0n);
      assert.equal(found!.coverage, new Fraction(covered * 10_000n, total).rounded());
      assert.equal(found!.unscoredAtZero, mean.times(new Fraction(covered, total)).rounded());
      const losses = scored.map(
        ({ exposure, score }) => new Fraction(exposure * BigInt(10_000 - score!), covered),
      );
      const lost = byLargestRemainder(10_000 - found!.composite, losses);
      assert.deepEqual(
        found!.losses.map(({ name, loss }) => [name, loss]),
        scored.map(({ name }, index) => [name, lost[index]]),
      );
      const shares = list.map(({ exposure }) => new Fraction(exposure * 10_000n, total));
      assert.deepEqual(sharesOf(list.map(({ exposure }) => exposure)), byLargestRemainder(10_000, shares));
    }),
    { numRuns: 200 },
  );
});

test('what changed the composite adds up, name by name, and a name that leaves has a line of its own', () => {
  fc.assert(
    fc.property(exposures, exposures, (before, after) => {
      const change = changeOf(before, after);
      if (change === null) return;
      const sum = change.lines.reduce((all, { points }) => all + points, 0);
      assert.equal(sum, meanOf(after).rounded() - meanOf(before).rounded());
      const gone = (name: string) => !after.some((one) => one.name === name);
      for (const { name, cause } of change.lines) assert.equal(cause === 'left', gone(name));
    }),
    { numRuns: 200 },
  );
  const before: Exposure[] = [
    { name: 'good', exposure: 50n, score: 9_000 },
    { name: 'bad', exposure: 50n, score: 1_000 },
  ];
  const change = changeOf(before, [{ name: 'good', exposure: 50n, score: 9_000 }]);
  // The good one did not improve: its larger share counts for as much as the loss of the bad one.
  assert.deepEqual(change, {
    before: 5_000,
    after: 9_000,
    lines: [
      { name: 'good', cause: 'exposure', points: 2_000 },
      { name: 'bad', cause: 'left', points: 2_000 },
    ],
  });
});

test('units that are missing go to the largest remainders, and equal ones keep their order', () => {
  assert.deepEqual(apportion(100n, [100n, 100n, 100n], 3n), [34n, 33n, 33n]);
  assert.deepEqual(apportion(0n, [-1n, 1n], 2n), [0n, 0n]);
  assert.deepEqual(apportion(1n, [2n, 1n], 3n), [1n, 0n]);
  assert.deepEqual(apportion(-1n, [0n, 0n], 1n), [-1n, 0n]);
});

test('amounts are plain decimals, and come back as they were', () => {
  for (const bad of [
    '',
    '1,5',
    '1e3',
    '+1',
    '.5',
    '5.',
    '01',
    ' 1',
    '1.123456789',
    '1234567890123456',
    'NaN',
    '٣',
  ])
    assert.equal(parseAmount(bad), null, bad);
  for (const [text, shown] of [
    ['0', '0.00'],
    ['-0.5', '-0.50'],
    ['346.76', '346.76'],
    ['0.00000001', '0.00000001'],
    ['999999999999999.99999999', '999999999999999.99999999'],
    ['1.250', '1.25'],
  ] as const)
    assert.equal(formatAmount(parseAmount(text)!), shown);
  assert.equal(parseRate('0'), null);
  assert.equal(parseRate('-1'), null);
  assert.equal(convert(parseAmount('100.00')!, parseRate('1.0832')!), parseAmount('108.32'));
  assert.equal(convert(1n, parseRate('0.5')!), 1n);
  assert.equal(convert(-1n, parseRate('0.5')!), -1n);
});
