// Reads the changes of weeks, on the reading thread. A read looks at the weeks that it shows, never at all of them.

import type { ChangelogKind } from '@rf-indicators/contract';
import { type Count, countChanges, firstChangeSince } from '@rf-indicators/core/log/count-changes';
import type { Queries } from '@rf-indicators/core/store/store';
import { readWeek, type Week, weekBefore, weekOf } from '../../history/iso-week.ts';
import type { Answer, Parameters, Reading } from '../../reading.ts';
import { DEFAULT_KINDS, inOrder, kindsIn } from '../changelog/kinds.ts';
import { BESIDE_OTHERS, readSection, sectionsOf } from '../changelog/read-changelog.ts';
import { readStepsAround } from '../changelog/steps-around.ts';
import { weekPage } from './week-page.ts';
import { weeksPage } from './weeks-page.ts';

/** On a page of the list, and in the feed: half a year. */
export const WEEKS_SHOWN = 26;
const ALL_KINDS = inOrder([...DEFAULT_KINDS, 'initial']);

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
  const row = await db.selectFrom('changelog').select('changed_at').orderBy('seq').limit(1).executeTakeFirst();
  return row === undefined ? null : weekOf(row.changed_at);
}

/** Newest first, from the given week back to the first one. */
export function weeksBackFrom(newest: Week, first: Week, most: number): Week[] {
  const weeks: Week[] = [];
  for (let week = newest; weeks.length < most && week.from >= first.from; week = weekBefore(week)) weeks.push(week);
  return weeks;
}

export async function readWeekPage(reading: Reading, { week: name }: Parameters): Promise<Answer> {
  const { db, site } = reading;
  const now = Math.floor(reading.clock());
  const week = readWeek(String(name));
  const first = await firstWeek(db);
  if (week === null || first === null || week.from < first.from || week.from > now) return { problem: 'not_found' };
  const { range, counts } = await countWeek(db, week);
  const choice = {
    kinds: ALL_KINDS,
    cursor: range?.before ?? null,
    since: new Date(week.from).toISOString().slice(0, 10),
  };
  const filters = { providerId: undefined, direction: undefined, from: undefined };
  const sections =
    range === null
      ? []
      : await Promise.all(
          sectionsOf(ALL_KINDS)
            .filter((section) => kindsIn(section, ALL_KINDS).some((kind) => (counts.get(kind)?.count ?? 0) > 0))
            .map((section) => readSection(reading, section, choice, { ...filters, limit: BESIDE_OTHERS[section] })),
        );
  const page = weekPage(site, {
    ...{ week, counts, sections, now },
    ...(await readStepsAround(db, sections, now)),
    since: choice.since,
    isFirst: week.name === first.name,
    isNewest: week.until > now,
  });
  return { content: page.text, lastModified: now, mediaType: 'text/html; charset=utf-8' };
}

/** The list of weeks; with `before`, older ones. */
export async function readWeeksPage(reading: Reading, { before }: Parameters): Promise<Answer> {
  const { db, site } = reading;
  const now = Math.floor(reading.clock());
  const first = await firstWeek(db);
  const asked = before === undefined ? null : readWeek(String(before));
  const newest = asked === null || asked.from > now ? weekOf(now) : weekBefore(asked);
  const weeks = first === null ? [] : weeksBackFrom(newest, first, WEEKS_SHOWN);
  const counted = await Promise.all(weeks.map((week) => countWeek(db, week)));
  const last = weeks.at(-1);
  const page = weeksPage(site, {
    weeks: counted,
    now,
    isNewest: newest.until > now,
    olderThan: last !== undefined && first !== null && last.from > first.from ? last.name : null,
  });
  return { content: page.text, lastModified: now, mediaType: 'text/html; charset=utf-8' };
}
