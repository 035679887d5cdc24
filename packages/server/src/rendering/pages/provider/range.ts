// The periods of a provider's history that a reader can choose. The choice lives in the URL.

import type { Step } from '@rf-indicators/core/desk/served/steps';
import type { Period } from '@rf-indicators/web/charts/history';
import { DAY, HISTORY_DAYS, startOfDay } from '../../history/window.ts';

export const RANGES = ['90d', '1y', 'all'] as const;
export type Range = (typeof RANGES)[number];

export const RANGE_WORDS: Readonly<Record<Range, string>> = { '90d': '90 days', '1y': '1 year', all: 'All' };

const DAYS: Readonly<Record<Exclude<Range, 'all'>, number>> = { '90d': HISTORY_DAYS, '1y': 365 };
/** A shorter period would make much of little. */
const LEAST_DAYS = 30;

/** Null if the reader chose none. A value that is not known is ignored, so that a mistyped link still shows the page. */
export function readRange(given: unknown): Range | null {
  return RANGES.find((range) => range === given) ?? null;
}

/** How many steps the table of the history has: the newest ones, or all of them. */
export type ShownSteps = 'newest' | 'all';

/** The newest ones, unless the reader chose all. */
export function readShownSteps(given: unknown): ShownSteps {
  return given === 'all' ? 'all' : 'newest';
}

export function providerUrl(slug: string, range: Range | null = null, steps: ShownSteps = 'newest'): string {
  const query = [
    ...(range === null ? [] : [`range=${range}`]),
    ...(steps === 'newest' ? [] : [`steps=${steps}`]),
  ];
  return `/providers/${slug}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}

/** A move that is worth seeing, in hundredths. Evidence ages a little every day. */
const MOVE = 100;

/**
 * The shortest period in which something happened, also little by little. Without anything, the whole history: that nothing
 * happened since the first score says more than that nothing happened lately.
 */
export function usualRange(steps: readonly Step[], now: number): Range {
  const latest = Math.max(
    startOfDay(steps[0]!.from) >= periodOf('90d', steps, now).since ? now : 0,
    ...steps.flatMap((step, at) => eventsOf(step, steps[at - 1], steps[at + 1])),
  );
  const hasStory = (range: Range) => {
    const period = periodOf(range, steps, now);
    const scores = stepsIn(steps, period).map(({ finalScore }) => finalScore);
    return latest >= period.since || Math.max(...scores) - Math.min(...scores) >= MOVE;
  };
  return RANGES.find(hasStory) ?? 'all';
}

/** When the score moved, changed its band, became stale, was corrected or was withdrawn. */
function eventsOf(step: Step, before: Step | undefined, after: Step | undefined): number[] {
  const { from, until, finalScore, riskBand, kind, staleReason } = step;
  const hasMoved =
    before !== undefined &&
    (Math.abs(finalScore - before.finalScore) >= MOVE ||
      riskBand !== before.riskBand ||
      (staleReason === null) !== (before.staleReason === null) ||
      (kind === 'correction' && before.verificationId !== step.verificationId));
  const isWithdrawn = until !== null && after?.from !== until;
  return [...(hasMoved ? [from] : []), ...(isWithdrawn ? [until] : [])];
}

/** From a midnight to the end of the day of `now`, so that the same day always gives the same drawing. */
export function periodOf(range: Range, steps: readonly Step[], now: number): Period {
  const today = startOfDay(now);
  const until = today + DAY;
  if (range !== 'all') return { since: today - DAYS[range] * DAY, until };
  return { since: Math.min(startOfDay(steps[0]!.from), until - LEAST_DAYS * DAY), until };
}

export function stepsIn(steps: readonly Step[], { since }: Period): Step[] {
  return steps.filter(({ until }) => until === null || until > since);
}
