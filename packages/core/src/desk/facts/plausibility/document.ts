// The document of entry checks: which values of an input are possible, which are usual, what must fit together, and which
// grade a kind of document gives. It stands beside the framework and moves no score: it says what may be entered.

import { signedHundredths } from '../fact-definitions.ts';

export type Severity = 'impossible' | 'unusual';

export interface InputCheck {
  /** As the framework has it; null for options and for texts. */
  unit?: string;
  /** Of a number the least and the greatest value; otherwise the options. Absent: whatever has the right form. */
  possible?: readonly string[];
  usual?: readonly string[];
  /** A larger step from the last value is unusual; `any`: every change is. */
  change?: string;
}

export interface EntryChecksDocument {
  name: string;
  version: string;
  /** The framework whose inputs it is about. */
  framework: string;
  inputs: Readonly<Record<string, InputCheck>>;
  orders: readonly { lower: string; upper: string; severity: Severity }[];
  sums: readonly { inputs: readonly string[]; most: string; severity: Severity }[];
  /** What evidence can belong to instead of a provider. */
  groups: readonly string[];
  /** Who issued a document, with a description. */
  sources: Readonly<Record<string, string>>;
  /** By kind of document: the grade that each source gives it. The first source is the usual one. */
  kinds: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The grade of every other kind and source. */
  otherwise: string;
}

/** Allows everything. */
export const NO_CHECKS: EntryChecksDocument = {
  ...{ name: '', version: '', framework: '', inputs: {}, orders: [], sums: [], groups: [] },
  ...{ sources: {}, kinds: {}, otherwise: 'E' },
};

/** Numbers in hundredths. */
export interface Range {
  least: number;
  greatest: number;
}

/** An amount in hundredths, whatever the number of decimals; null if the text is not a number. */
export function amountOf(text: string): number | null {
  return signedHundredths(text);
}

/** null for options and texts. */
export function rangeOf(check: InputCheck, values: readonly string[] | undefined): Range | null {
  if (check.unit === undefined || values === undefined) return null;
  const [least, greatest] = [amountOf(values[0] ?? ''), amountOf(values[1] ?? '')];
  return least === null || greatest === null ? null : { least, greatest };
}

export function isWithin(check: InputCheck, values: readonly string[] | undefined, value: string): boolean {
  if (values === undefined) return true;
  const range = rangeOf(check, values);
  if (range === null) return values.includes(value);
  const amount = amountOf(value);
  return amount !== null && amount >= range.least && amount <= range.greatest;
}

/** "0.00 to 100.00 percent", or the options. */
export function rangeInWords({ unit }: InputCheck, values: readonly string[]): string {
  return unit === undefined ? values.join(', ') : `${values[0]} to ${values[1]} ${unit}`;
}
