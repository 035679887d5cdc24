// Exact integer arithmetic with JavaScript numbers. Every quantity stays below 2^53, where numbers are exact
// integers, and divisions subtract the remainder first, so they never round.

/** Points, scores and caps are integers in hundredths (100.00 is 10000). Weights are basis points. */
export const FULL = 10000;

/** Integer division of non-negative integers, rounded down. */
export function div(numerator: number, denominator: number): number {
  return (numerator - (numerator % denominator)) / denominator;
}

/** Formats a non-negative integer with `scale` decimals: (1430, 2) is "14.30". */
export function formatScaled(value: number, scale: number): string {
  if (scale === 0) return String(value);
  const digits = String(value).padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

// Formatted in advance, because one result contains about two hundred numbers from 0.00 to 100.00.
const HUNDREDTHS: readonly string[] = Array.from({ length: FULL + 1 }, (_, value) => formatScaled(value, 2));

/** Formats hundredths with two decimals, with a minus sign for negative values but never "-0.00". */
export function formatHundredths(value: number): string {
  if (value < 0) return `-${formatHundredths(-value)}`;
  return HUNDREDTHS[value] ?? formatScaled(value, 2);
}

/**
 * Parses a plain decimal of at most nine integer digits and at most `scale` decimals into an integer times
 * 10^scale. Returns null for any other text.
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
 * Largest remainder method: distributes `total` units in proportion to numerators[i] / denominator. Each item
 * gets its whole part; leftover units go to the largest remainders, and equal remainders keep their order.
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
