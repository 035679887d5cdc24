// Reads and prints date-times.

import { type Terminal, UsageError } from './terminal.ts';

/**
 * Reads a date-time with an offset, `now`, or a date, which means the end of that day in UTC, or its start. Returns it in
 * UTC, as acts take it.
 */
export function readInstant(text: string, terminal: Terminal, ofDay: 'start' | 'end' = 'end'): string {
  if (text === 'now') return terminal.now().toISOString();
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const instant = Date.parse(
    isDate ? `${text}T${ofDay === 'start' ? '00:00:00.000' : '23:59:59.999'}Z` : text,
  );
  if (!Number.isNaN(instant) && (isDate || /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d\d:\d\d)$/.test(text)))
    return new Date(instant).toISOString();
  throw new UsageError(`"${text}" is not a valid date-time. Write now, 2026-04-01 or 2026-04-01T06:00:00Z.`);
}

/** Undefined for `now`: acts then use the clock of the service, which may differ from the one here. */
export function readAsOf(text: string, terminal: Terminal): string | undefined {
  return text === 'now' ? undefined : readInstant(text, terminal);
}

/** UTC with Z, to the second. A number is milliseconds since 1970. */
export function instantToTheSecond(instant: string | number): string {
  return new Date(instant).toISOString().replace(/\.\d{3}Z$/, 'Z');
}
