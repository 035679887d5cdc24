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

/** A value that is not known is ignored, so that an old or mistyped link still shows the page. */
export function readRange(given: unknown): Range {
  return RANGES.find((range) => range === given) ?? '90d';
}

export function providerUrl(slug: string, range: Range = '90d'): string {
  return range === '90d' ? `/providers/${slug}` : `/providers/${slug}?range=${range}`;
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
