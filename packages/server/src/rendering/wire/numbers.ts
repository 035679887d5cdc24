// Numbers as the wire has them. A score of 71.2 is written 71.20, which no JavaScript number can say: so the
// digits are handed to JSON.stringify as they are, and read back everywhere as an ordinary JSON number.

import { formatHundredths } from '@rf-indicators/engine';

// TypeScript's library does not know it yet.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): object };

/**
 * Hundredths as a JSON number with exactly two decimals. It is a number to JSON.stringify only: nothing can be
 * reckoned with it, so it is made where an answer is put together and nowhere before.
 */
export function hundredths(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number of hundredths.`);
  return asWritten(formatHundredths(value));
}

export function hundredthsOrNull(value: number | null): number | null {
  return value === null ? null : hundredths(value);
}

/** JSON's grammar for numbers but the exponent, which no figure of ours is written with. */
const DECIMAL = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/;

/** A decimal that is kept as text, such as a yield, as the JSON number with the same digits. */
export function decimal(text: string): number {
  if (!DECIMAL.test(text)) throw new RangeError(`${JSON.stringify(text)} is not a decimal.`);
  return asWritten(text);
}

export function decimalOrNull(text: string | null): number | null {
  return text === null ? null : decimal(text);
}

function asWritten(digits: string): number {
  return rawJSON(digits) as unknown as number;
}
