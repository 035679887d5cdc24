// Formats numbers for the API. A score of 71.2 is written as 71.20, which a JavaScript number cannot express, so the
// digits are passed to JSON.stringify as raw JSON.

import { formatHundredths } from '@rf-indicators/engine';

/** `source` is the JSON text of a primitive value. */
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

// Not yet in TypeScript's type definitions.
const { rawJSON, parse } = JSON as unknown as {
  rawJSON(text: string): object;
  parse(text: string, reviver: Reviver): unknown;
};

/**
 * Hundredths as a JSON number with exactly two decimals. The result is raw JSON, typed as a number: JSON.stringify
 * writes it correctly, but arithmetic on it fails. Use it only where a response is built.
 */
export function hundredths(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number of hundredths.`);
  return asWritten(formatHundredths(value));
}

export function hundredthsOrNull(value: number | null): number | null {
  return value === null ? null : hundredths(value);
}

/** A JSON number without an exponent. */
const DECIMAL = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/;

/** Converts a decimal that is stored as text, such as a yield, to a JSON number with the same digits. */
export function decimal(text: string): number {
  if (!DECIMAL.test(text)) throw new RangeError(`${JSON.stringify(text)} is not a decimal.`);
  return asWritten(text);
}

export function decimalOrNull(text: string | null): number | null {
  return text === null ? null : decimal(text);
}

/** Parses JSON so that JSON.stringify writes every number with its original digits. */
export function parseAsWritten(text: string): unknown {
  return parse(text, (_, value, { source }) => (typeof value === 'number' ? asWritten(source!) : value));
}

function asWritten(digits: string): number {
  return rawJSON(digits) as unknown as number;
}
