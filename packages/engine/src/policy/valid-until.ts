// Until when a decision holds.

import { DAY_SECONDS, instantOfSeconds, secondsOf } from '../arithmetic/dates.ts';
import type { Policy } from './document.ts';
import type { PolicySnapshot } from './snapshot.ts';
import { momentOf } from './values.ts';

/**
 * Of decisions that were made at this instant: not longer than the policy says, not over a UTC midnight, when evidence ages
 * and windows slide, and not past the instant at which a score that they rest on would be stale, withdrawn or no longer
 * verified.
 */
export function validUntil(
  { valid_minutes, verified_within_hours }: Policy,
  snapshots: readonly PolicySnapshot[],
  at: string,
): string {
  const now = momentOf(at).second;
  const ends: (number | null)[] = [now + valid_minutes * 60, now - (now % DAY_SECONDS) + DAY_SECONDS];
  for (const { verified_at, stale_from, withdrawn_from } of snapshots) {
    const verified = secondsOf(verified_at);
    if (verified !== null) ends.push(verified + verified_within_hours * 3600 + 1);
    ends.push(secondsOf(stale_from), secondsOf(withdrawn_from));
  }
  return instantOfSeconds(Math.min(...(ends.filter((end) => end !== null && end > now) as number[])));
}
