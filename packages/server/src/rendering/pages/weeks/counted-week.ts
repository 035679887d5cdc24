// Weeks with the number of their changes, by kind.

import type { ChangelogKind } from '@rf-indicators/contract';
import { type Count, countChanges, firstChangeSince } from '@rf-indicators/core/log/count-changes';
import type { Queries } from '@rf-indicators/core/store/store';
import { type Week, weekBefore, weekOf } from '../../history/iso-week.ts';
import { DEFAULT_KINDS, inOrder } from '../changelog/kinds.ts';

/** On a page of the list, and in the feed: half a year. */
export const WEEKS_SHOWN = 26;
export const ALL_KINDS = inOrder([...DEFAULT_KINDS, 'initial']);

export interface CountedWeek {
  week: Week;
  /** The entries of the week, from and before these `seq`; null if it has none. */
  range: { from: number; before: number } | null;
  counts: ReadonlyMap<ChangelogKind, Count>;
}

export async function countWeek(db: Queries, week: Week): Promise<CountedWeek> {
  const from = await firstChangeSince(db, week.from);
  const before = (await firstChangeSince(db, week.until)) ?? Number.MAX_SAFE_INTEGER;
  if (from === null || from >= before) return { week, range: null, counts: new Map() };
  const range = { from, before };
  return { week, range, counts: await countChanges(db, { kinds: ALL_KINDS, ...range }) };
}

/** The week of the first change; null if nothing has changed yet. */
export async function firstWeek(db: Queries): Promise<Week | null> {
  const row = await db
    .selectFrom('changelog')
    .select('changed_at')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : weekOf(row.changed_at);
}

/** Newest first, from the given week back to the first one. */
export function weeksBackFrom(newest: Week, first: Week, most: number): Week[] {
  const weeks: Week[] = [];
  for (let week = newest; weeks.length < most && week.from >= first.from; week = weekBefore(week))
    weeks.push(week);
  return weeks;
}
