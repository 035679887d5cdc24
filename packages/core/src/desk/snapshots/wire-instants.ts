// Formats times for the API: RFC 3339 in UTC, with milliseconds only if they are not zero.

import { instantText as instant } from '../../context/times.ts';

export { instant };

export function instantOrNull(epochMs: number | null): string | null {
  return epochMs === null ? null : instant(epochMs);
}

/** With a numeric offset, the form of `scored_at`: 2026-04-26T12:00:00+00:00. */
export function offsetInstant(epochMs: number): string {
  return instant(epochMs).replace('Z', '+00:00');
}
