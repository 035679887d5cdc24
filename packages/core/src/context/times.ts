// Formats instants and dates as text, always in UTC.

/** ISO 8601 with Z, with milliseconds only if they are not zero: 2026-04-26T12:00:00Z. */
export function instantText(epochMs: number): string {
  return new Date(epochMs).toISOString().replace('.000Z', 'Z');
}

/** The UTC date of an instant: 2026-04-26. */
export function civilDate(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

/** The date that comes this many days after another one. */
export function dayAfter(date: string, days: number): string {
  return civilDate(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000);
}
