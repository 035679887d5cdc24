// Amounts of money as exact integers: a unit is 10^-8 of a currency, a satoshi for bitcoin. Rates have twelve decimals.

const AMOUNT_DECIMALS = 8;
const RATE_DECIMALS = 12;
const RATE_UNIT = 10n ** BigInt(RATE_DECIMALS);
/** Enough for every amount in every currency, and short enough to read. */
const MOST_DIGITS = 15;

/** Null if the text is no plain decimal of at most 15 digits and 8 decimals. */
export function parseAmount(text: string): bigint | null {
  return parseDecimal(text, AMOUNT_DECIMALS);
}

/** Units of the reporting currency for one of another currency. Null if the text is no plain decimal above 0. */
export function parseRate(text: string): bigint | null {
  const rate = parseDecimal(text, RATE_DECIMALS);
  return rate === null || rate <= 0n ? null : rate;
}

/** In the reporting currency, rounded once, half away from zero. */
export function convert(amount: bigint, rate: bigint): bigint {
  return roundedDivision(amount * rate, RATE_UNIT);
}

/** With as many decimals as it has, and at least two. */
export function formatAmount(amount: bigint): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(AMOUNT_DECIMALS + 1, '0');
  const decimals = digits.slice(-AMOUNT_DECIMALS).replace(/0{1,6}$/, '');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -AMOUNT_DECIMALS)}.${decimals}`;
}

/** Half away from zero. The divisor is above 0. */
export function roundedDivision(dividend: bigint, divisor: bigint): bigint {
  const magnitude = dividend < 0n ? -dividend : dividend;
  const rounded = (2n * magnitude + divisor) / (2n * divisor);
  return dividend < 0n ? -rounded : rounded;
}

function parseDecimal(text: string, scale: number): bigint | null {
  const parts = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/.exec(text);
  if (parts === null) return null;
  const [, sign, whole, decimals = ''] = parts;
  if (whole!.length > MOST_DIGITS || decimals.length > scale) return null;
  const magnitude = BigInt(whole! + decimals.padEnd(scale, '0'));
  return sign === '-' ? -magnitude : magnitude;
}
