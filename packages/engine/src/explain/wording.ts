// How values, dates and lists appear in sentences. None of this is part of the canonical result.

import { dateText, dayNumber } from '../arithmetic/dates.ts';
import type { Criterion, Gate } from '../methodology/methodology.ts';
import { valueText } from '../scoring/decision.ts';
import type { Reading } from '../scoring/inputs.ts';

const SINGULAR: Readonly<Record<string, string>> = { days: 'day', months: 'month', persons: 'person' };
const ACRONYMS = new Set(['aml', 'ccss', 'iso']);

/** A reading with its unit, such as "1 day" or "22.00 percent", or the option in words. */
export function readingText(criterion: Criterion, reading: Reading): string {
  if (criterion.input.kind === 'enum') return readable(reading.value);
  const text = valueText(criterion, reading);
  return text === `1 ${criterion.unit}` ? `1 ${SINGULAR[criterion.unit] ?? criterion.unit}` : text;
}

/** Replaces underscores with spaces, and writes acronyms in capitals: "on_terms" becomes "on terms". */
export function readable(value: string): string {
  return value
    .split('_')
    .map((word) => (ACRONYMS.has(word) ? word.toUpperCase() : word))
    .join(' ');
}

/** Gates have no label, so one is made from the id: "insolvency_status" becomes "Insolvency status". */
export function gateLabel({ id }: Gate): string {
  const words = readable(id);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function listed(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** The date a number of days after the evidence. */
export function dateAfter({ evidenceDate }: Reading, days: number): string {
  return dateText((dayNumber(evidenceDate) as number) + days);
}
