// Reads an amount as people and programs write it, given its decimal sign. An amount that can be read in two ways says so.

import { parseAmount } from '../figures/amounts.ts';

export type DecimalSign = '.' | ',';

/** A space, a no-break space, a narrow no-break space, a thin space. */
const SPACES = ' \u00a0\u202f\u2009';
const APOSTROPHES = "'\u2019";
const GROUPED = new RegExp(
  `^\\d{1,3}(?:(?:[${SPACES}]\\d{3})+|(?:[${APOSTROPHES}]\\d{3})+|(?:\\.\\d{3})+|(?:,\\d{3})+)$`,
);

/** A number with too many decimals can be rounded, if the customer says so. */
export type ReadNumber = { amount: string } | { why: string; rounded?: string };

const MOST_DECIMALS = 8;

/** The amount as a plain decimal with as many decimals as were written. */
export function readNumber(text: string, decimal: DecimalSign): ReadNumber {
  const signed = withoutSign(text);
  if (signed === null) return { why: whyNot(text) };
  const parts = signed.magnitude.split(decimal);
  const [whole, decimals] = parts as [string, string?];
  const digits = digitsOf(whole, decimal);
  if (parts.length > 2 || digits === null || (decimals !== undefined && !/^\d+$/.test(decimals)))
    return { why: whyNot(text) };
  const magnitude = digits.replace(/^0+(?=\d)/, '') + (decimals === undefined ? '' : `.${decimals}`);
  const amount = withSign(magnitude, signed.isNegative);
  if (parseAmount(amount) !== null) return { amount };
  const rounded = withSign(roundedText(magnitude), signed.isNegative);
  return parseAmount(rounded) === null
    ? { why: 'has more than 15 digits before the decimals' }
    : { why: `has more than ${MOST_DECIMALS} decimals`, rounded };
}

/** Zero has no sign. */
function withSign(magnitude: string, isNegative: boolean): string {
  return isNegative && /[1-9]/.test(magnitude) ? `-${magnitude}` : magnitude;
}

/** Half up, with as many decimals as an amount can have. */
function roundedText(magnitude: string): string {
  const [whole, decimals = ''] = magnitude.split('.') as [string, string?];
  const units = BigInt(whole + decimals.slice(0, MOST_DECIMALS).padEnd(MOST_DECIMALS, '0'));
  const rounded = String(decimals.charAt(MOST_DECIMALS) >= '5' ? units + 1n : units).padStart(
    MOST_DECIMALS + 1,
    '0',
  );
  return `${rounded.slice(0, -MOST_DECIMALS)}.${rounded.slice(-MOST_DECIMALS)}`;
}

/** The decimal sign that the text shows by itself: null if it has none, 'either' if both readings are possible. */
export function decimalSignOf(text: string): DecimalSign | 'either' | null {
  const magnitude = withoutSign(text)?.magnitude;
  if (magnitude === undefined) return null;
  const readings = (['.', ','] as const).filter((sign) => 'amount' in readNumber(magnitude, sign));
  if (readings.length === 1) return readings[0]!;
  // Without either sign, both readings are the same number.
  return readings.length === 2 && /[.,]/.test(magnitude) ? 'either' : null;
}

interface Signed {
  isNegative: boolean;
  magnitude: string;
}

/** A minus in front or at the end, or parentheses, as accountants write negative amounts. */
function withoutSign(text: string): Signed | null {
  const parts = /^(?:([-+\u2212])\s?(\d.*)|\((\d.*)\)|(\d.*?)\s?([-\u2212])|(\d.*))$/.exec(text.trim());
  if (parts === null) return null;
  const [, sign, afterSign, inParentheses, beforeMinus, , plain] = parts;
  if (afterSign !== undefined) return { isNegative: sign !== '+', magnitude: afterSign };
  const negative = inParentheses ?? beforeMinus;
  return { isNegative: negative !== undefined, magnitude: (negative ?? plain)! };
}

function digitsOf(whole: string, decimal: DecimalSign): string | null {
  if (/^\d+$/.test(whole)) return whole;
  // The whole part has no decimal sign any more, so its separators are those of thousands.
  return GROUPED.test(whole) && !whole.includes(decimal) && !/^0/.test(whole)
    ? whole.replaceAll(/\D/g, '')
    : null;
}

function whyNot(text: string): string {
  if (/%/.test(text)) return 'is a percentage, not an amount';
  if (/^#/.test(text)) return 'is an error of the spreadsheet';
  if (/^=/.test(text)) return 'is a formula, not an amount';
  if (/\p{Sc}|[A-Za-z]{2,}/u.test(text) && /\d/.test(text))
    return 'has a currency or other letters beside the number; put the currency in its own column';
  return 'is not a number in the chosen format';
}
