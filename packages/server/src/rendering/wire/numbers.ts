// Numbers as the wire has them. A score of 71.2 is written 71.20, which no JavaScript number can say: so the
// digits are handed to JSON.stringify as they are, and read back everywhere as an ordinary JSON number.

import { formatHundredths } from '@rf-indicators/engine';

/** A reviver is given the text of what is neither an object nor an array. */
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

// TypeScript's library does not know these yet.
const { rawJSON, parse } = JSON as unknown as {
  rawJSON(text: string): object;
  parse(text: string, reviver: Reviver): unknown;
};

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

/** Reads JSON so that JSON.stringify writes every number with the digits it came with. */
export function parseAsWritten(text: string): unknown {
  return parse(text, (_, value, { source }) => (typeof value === 'number' ? asWritten(source!) : value));
}

function asWritten(digits: string): number {
  return rawJSON(digits) as unknown as number;
}
