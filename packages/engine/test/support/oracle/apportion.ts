// Section 8.3 in the test oracle: largest remainder.

import { compare, type Fraction, fraction, minus, plus, roundDown, sum } from '../fraction.ts';

const HUNDREDTH = fraction(1, 100);

/** Whole hundredths that add up to the total, each less than one hundredth from its exact share. */
export function apportion(total: Fraction, shares: Fraction[]): Fraction[] {
  const given = shares.map((share) => roundDown(share, 2));
  const remainders = shares.map((share, i) => minus(share, given[i]!));
  const served = new Set<number>();
  while (compare(sum(given), total) < 0) {
    const next = indexOfLargest(remainders, served);
    given[next] = plus(given[next]!, HUNDREDTH);
    served.add(next);
  }
  return given;
}

/** Ties go to the first value, which is the canonical order. */
export function indexOfLargest(values: Fraction[], skipped: Set<number>): number {
  let best = -1;
  for (const [i, value] of values.entries()) {
    if (skipped.has(i)) continue;
    if (best < 0 || compare(value, values[best]!) > 0) best = i;
  }
  if (best < 0) throw new Error('more hundredths are left over than there are shares');
  return best;
}
