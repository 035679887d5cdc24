// The list as it was published at the end of a UTC day.

import { civilDate } from '@rf-indicators/core/context/times';
import { firstPublishedDay } from '@rf-indicators/core/desk/served/published-days';
import { indicatorsAsOf } from '@rf-indicators/core/desk/served/published-rows';
import { lastServedChange } from '@rf-indicators/core/desk/served/select';
import { currentIndicators, type ServedIndicator } from '@rf-indicators/core/desk/served/served';
import type { Queries } from '@rf-indicators/core/store/store';
import { byCodePoint } from '../code-points.ts';
import { DAY } from './window.ts';

/** The days that have a list: from the first publication until today. */
export interface HistoryDays {
  first: string;
  today: string;
}

/** Null before the first publication. */
export async function historyDays(db: Queries, now: number): Promise<HistoryDays | null> {
  const first = await firstPublishedDay(db);
  return first === null ? null : { first, today: civilDate(now) };
}

/** The last instant of a day that counts: of today, that of the last change, so that the same state has one answer. */
export async function endOfDay(db: Queries, date: string, now: number): Promise<number> {
  const end = Date.parse(`${date}T00:00:00Z`) + DAY - 1;
  return end <= now ? end : Math.min(now, await lastServedChange(db));
}

/** Safest first. Equal scores are sorted by name and then by id, as the list of scores is. */
export async function rankedAsOf(db: Queries, instant: number): Promise<ServedIndicator[]> {
  return (await indicatorsAsOf(db, instant)).sort(byRank);
}

/** The current list, in the same order. */
export async function rankedNow(db: Queries): Promise<ServedIndicator[]> {
  return (await currentIndicators(db)).sort(byRank);
}

function byRank(a: ServedIndicator, b: ServedIndicator): number {
  return (
    b.finalScore - a.finalScore || byCodePoint(a.name, b.name) || byCodePoint(a.providerId, b.providerId)
  );
}
