// Exact integers in JavaScript numbers. Every quantity the engine handles stays below 2^53, where a number
// is an exact integer; divisions take the remainder off first, so no rounding can happen inside them.

/** Points, scores and caps are integers in hundredths: 100.00 is 10000. Weights in basis points likewise. */
export const FULL = 10000;

/** Integer division of non-negative integers, rounded down. */
export function div(numerator: number, denominator: number): number {
  return (numerator - (numerator % denominator)) / denominator;
}

/** A non-negative integer of `scale` decimals as text: (1430, 2) is "14.30". */
export function formatScaled(value: number, scale: number): string {
  if (scale === 0) return String(value);
  const digits = String(value).padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

// A score prints about two hundred figures between 0.00 and 100.00, so their texts are made once.
const HUNDREDTHS: readonly string[] = Array.from({ length: FULL + 1 }, (_, value) => formatScaled(value, 2));

/** Hundredths as canonical text with two decimals; a minus sign before negatives, never "-0.00". */
export function formatHundredths(value: number): string {
  if (value < 0) return `-${formatHundredths(-value)}`;
  return HUNDREDTHS[value] ?? formatScaled(value, 2);
}

/**
 * Reads a plain decimal of at most nine integer digits and at most `scale` decimals as an integer times
 * 10^scale; null for any other text.
 */
export function parseScaled(text: string, scale: number): number | null {
  const length = text.length;
  let at = 0;
  let value = 0;
  for (; at < length; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  const integerDigits = at;
  if (integerDigits === 0 || integerDigits > 9) return null;
  if (integerDigits > 1 && text.charCodeAt(0) === 48) return null;
  let decimals = 0;
  if (at < length) {
    if (text.charCodeAt(at) !== 46) return null;
    decimals = length - at - 1;
    if (decimals === 0 || decimals > scale) return null;
    for (at += 1; at < length; at += 1) {
      const digit = text.charCodeAt(at) - 48;
      if (digit < 0 || digit > 9) return null;
      value = value * 10 + digit;
    }
  }
  for (; decimals < scale; decimals += 1) value *= 10;
  return value;
}

/**
 * Largest remainder: hands out `total` units in proportion to numerators[i] / denominator. Each item gets
 * its whole part; the units left over go to the largest remainders, equal ones in the order given.
 */
export function apportion(total: number, numerators: readonly number[], denominator: number): number[] {
  const shares: number[] = [];
  const remainders: number[] = [];
  let left = total;
  for (const numerator of numerators) {
    const remainder = numerator % denominator;
    const share = (numerator - remainder) / denominator;
    shares.push(share);
    remainders.push(remainder);
    left -= share;
  }
  if (left === 0) return shares;
  const order = shares.map((_, index) => index).sort((a, b) => remainders[b]! - remainders[a]! || a - b);
  for (const index of order.slice(0, left)) shares[index]! += 1;
  return shares;
}
