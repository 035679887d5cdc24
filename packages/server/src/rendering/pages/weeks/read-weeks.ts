// Reads the changes of weeks, on the reading thread. A read looks at the weeks that it shows, never at all of them.

import { readWeek, weekBefore, weekOf } from '../../history/iso-week.ts';
import type { Answer, Parameters, Reading } from '../../reading.ts';
import { kindsIn } from '../changelog/kinds.ts';
import { BESIDE_OTHERS, readSection, sectionsOf } from '../changelog/read-changelog.ts';
import { readStepsAround } from '../changelog/steps-around.ts';
import { ALL_KINDS, countWeek, firstWeek, WEEKS_SHOWN, weeksBackFrom } from './counted-week.ts';
import { weekPage } from './week-page.ts';
import { weeksPage } from './weeks-page.ts';

export async function readWeekPage(reading: Reading, { week: name }: Parameters): Promise<Answer> {
  const { db, site } = reading;
  const now = Math.floor(reading.clock());
  const week = readWeek(String(name));
  const first = await firstWeek(db);
  if (week === null || first === null || week.from < first.from || week.from > now)
    return { problem: 'not_found' };
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
            .filter((section) =>
              kindsIn(section, ALL_KINDS).some((kind) => (counts.get(kind)?.count ?? 0) > 0),
            )
            .map((section) =>
              readSection(reading, section, choice, { ...filters, limit: BESIDE_OTHERS[section] }),
            ),
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
