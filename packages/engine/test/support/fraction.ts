// Exact fractions, which the test oracle uses where the engine uses integers.

export interface Fraction {
  /** May be negative. */
  numerator: bigint;
  /** Always above zero. */
  denominator: bigint;
}

export function fraction(numerator: bigint | number, denominator: bigint | number = 1n): Fraction {
  return { numerator: BigInt(numerator), denominator: BigInt(denominator) };
}

export const ZERO = fraction(0);
export const ONE = fraction(1);
export const HUNDRED = fraction(100);

export function decimal(text: string): Fraction {
  const [whole = '', decimals = ''] = text.split('.');
  return fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
}

export function plus(a: Fraction, b: Fraction): Fraction {
  if (a.denominator === b.denominator) return fraction(a.numerator + b.numerator, a.denominator);
  return fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}

export function minus(a: Fraction, b: Fraction): Fraction {
  return plus(a, fraction(-b.numerator, b.denominator));
}

export function times(a: Fraction, b: Fraction): Fraction {
  return fraction(a.numerator * b.numerator, a.denominator * b.denominator);
}

export function over(a: Fraction, b: Fraction): Fraction {
  const sign = b.numerator < 0n ? -1n : 1n;
  return fraction(sign * a.numerator * b.denominator, sign * a.denominator * b.numerator);
}

export function compare(a: Fraction, b: Fraction): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function sum(terms: Fraction[]): Fraction {
  return terms.reduce(plus, fraction(0));
}

export function smaller(a: Fraction, b: Fraction): Fraction {
  return compare(b, a) < 0 ? b : a;
}

/** The value rounded down to a whole number. */
export function whole(value: Fraction): bigint {
  const cut = value.numerator / value.denominator;
  return cut * value.denominator > value.numerator ? cut - 1n : cut;
}

/** The value rounded down to a number of decimals. */
export function roundDown(value: Fraction, decimals: number): Fraction {
  const unit = 10n ** BigInt(decimals);
  return fraction(whole(times(value, fraction(unit))), unit);
}

/** Formats a value that has at most this many decimals. */
export function show(value: Fraction, decimals: number): string {
  const scaled = whole(times(value, fraction(10n ** BigInt(decimals))));
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(decimals + 1, '0');
  const sign = scaled < 0n ? '-' : '';
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
