// Instants and dates as texts, always in UTC.

/** ISO 8601 with Z, and milliseconds only where there are any: 2026-04-26T12:00:00Z. */
export function instantText(epochMs: number): string {
  return new Date(epochMs).toISOString().replace('.000Z', 'Z');
}

/** The UTC date of an instant: 2026-04-26. */
export function civilDate(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}
