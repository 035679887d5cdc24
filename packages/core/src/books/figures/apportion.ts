// Exact fractions as whole units that add up to a given total, by the method of the largest remainder.

/**
 * Each fraction numerators[i] / denominator is rounded down; the units that are then missing from the total go to the largest
 * remainders, and equal remainders keep their order. The total is what the fractions add up to, rounded in any way.
 */
export function apportion(total: bigint, numerators: readonly bigint[], denominator: bigint): bigint[] {
  const parts = numerators.map((numerator) => {
    const remainder = ((numerator % denominator) + denominator) % denominator;
    return { whole: (numerator - remainder) / denominator, remainder };
  });
  const shares = parts.map(({ whole }) => whole);
  const missing = Number(total - shares.reduce((sum, share) => sum + share, 0n));
  const unit = missing < 0 ? -1n : 1n;
  const order = parts
    .map(({ remainder }, index) => ({ remainder, index }))
    .sort((a, b) => compare(b.remainder, a.remainder) * Number(unit) || a.index - b.index);
  for (let left = Math.abs(missing), at = 0; left > 0; left -= 1, at = (at + 1) % order.length)
    shares[order[at]!.index]! += unit;
  return shares;
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
