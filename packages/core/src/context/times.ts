// Instants and dates as text. What is written is in UTC.

import { dayNumber } from '@rf-indicators/engine';

/** ISO 8601 with Z, with milliseconds only if they are not zero: 2026-04-26T12:00:00Z. */
export function instantText(epochMs: number): string {
  return new Date(epochMs).toISOString().replace('.000Z', 'Z');
}

const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** Epoch milliseconds of a date-time with an offset (RFC 3339); null if there is no such time. */
export function readInstantText(text: string): number | null {
  const instant = typeof dayNumber(text.slice(0, 10)) === 'number' ? Date.parse(text) : Number.NaN;
  // An offset can move the time past the year 9999, which responses cannot express.
  return instant <= LATEST ? instant : null;
}

/** The UTC date of an instant: 2026-04-26. */
export function civilDate(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

/** The instant at which the day begins. */
export function startOf<Day extends string | null>(date: Day): Day extends null ? null : number;
export function startOf(date: string | null): number | null {
  return date === null ? null : Date.parse(`${date}T00:00:00Z`);
}

/** The date that comes this many days after another one. */
export function dayAfter(date: string, days: number): string {
  return civilDate(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000);
}
