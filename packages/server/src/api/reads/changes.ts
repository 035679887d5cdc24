// Reads of changes to indicators: the changelog, and the same as feeds.

import type { ChangeDirection } from '@rf-indicators/contract';
import { CHANGELOG_KINDS, type Changelog, type ChangelogKind } from '@rf-indicators/contract';
import { findProvider } from '@rf-indicators/core/desk/providers/providers';
import { analysisOfChanges } from '@rf-indicators/core/desk/served/analysis';
import { type ChangelogRow, readChangelog } from '@rf-indicators/core/log/changelog';
import { readByDirection } from '@rf-indicators/core/log/changelog-directions';
import { readInstant, readNumberCursor, writeNumberCursor } from '../../http/read-parameters.ts';
import { changelogEntries } from '../../rendering/changelog-entry.ts';
import { atomFeed, type FeedEntry, type FeedOptions, jsonFeed } from '../../rendering/feeds.ts';
import { weekBefore, weekOf } from '../../rendering/history/iso-week.ts';
import { kindsIn } from '../../rendering/pages/changelog/kinds.ts';
import { readSection } from '../../rendering/pages/changelog/read-changelog.ts';
import {
  type CountedWeek,
  countWeek,
  firstWeek,
  WEEKS_SHOWN,
  weeksBackFrom,
} from '../../rendering/pages/weeks/counted-week.ts';
import { type Answer, invalidParameter, type Parameters, type Reading } from '../../rendering/reading.ts';
import { type FeedWeek, weeklyAtom, weeklyJson } from '../../rendering/weekly-feed.ts';

const CURSOR = 'changelog';
const DEFAULT_LIMIT = 100;

export async function getChangelog(reading: Reading, parameters: Parameters): Promise<Answer> {
  const { cursor, provider_id, limit = DEFAULT_LIMIT } = parameters;
  const since = readInstant(parameters, 'since', 'start');
  if (typeof since === 'object') return since;
  const before = cursor === undefined ? undefined : readNumberCursor(CURSOR, String(cursor));
  if (before === null) return invalidParameter('cursor', 'not_cursor', 'is not a cursor of this operation');
  const providerId = provider_id === undefined ? undefined : String(provider_id);
  const { rows, more } = await readChangelog(reading.db, {
    limit: Number(limit),
    before,
    since,
    providerId,
    kinds: readKinds(parameters),
  });
  const { entries, changedAt } = await changelogEntries(reading.db, rows);
  const changelog: Changelog = {
    data: entries,
    next_cursor: more ? writeNumberCursor(CURSOR, rows.at(-1)!.seq) : null,
    limitations_disclosure: reading.disclosure,
  };
  return { content: JSON.stringify(changelog), lastModified: Math.max(rows[0]?.changed_at ?? 0, changedAt) };
}

const ENTRIES = 50;

/** Drift is left out: it would push the news out of the feed. */
const DEFAULT_KINDS = CHANGELOG_KINDS.filter((kind) => kind !== 'drift');

export function getAtomFeed(reading: Reading, parameters: Parameters): Promise<Answer> {
  return feed(reading, parameters, atomFeed, 'application/atom+xml; charset=utf-8');
}

export function getJsonFeed(reading: Reading, parameters: Parameters): Promise<Answer> {
  return feed(reading, parameters, jsonFeed, 'application/feed+json');
}

async function feed(
  reading: Reading,
  parameters: Parameters,
  render: (entries: readonly FeedEntry[], options: FeedOptions) => string,
  mediaType: string,
): Promise<Answer> {
  const { baseUrl, disclosure, site } = reading;
  const kinds = readKinds(parameters);
  const { provider_id: providerId } = parameters;
  const direction = parameters.direction as ChangeDirection | undefined;
  const rows = await newestEntries(reading, {
    kinds: kinds ?? DEFAULT_KINDS,
    providerId: providerId === undefined ? undefined : String(providerId),
    direction,
  });
  const analysis = await analysisOfChanges(reading.db, rows);
  const entries = rows.map((row): FeedEntry => ({ ...row, analysis: analysis.get(row.id)! }));
  const later = [...analysis.values()].map(({ changedAt }) => changedAt);
  const updatedAt = Math.max(rows[0]?.changed_at ?? 0, ...later);
  const content = render(entries, {
    ...{ siteName: site.name, baseUrl, disclosure, updatedAt, kinds, direction },
    provider:
      providerId === undefined ? undefined : await feedProvider(reading, String(providerId), rows.length > 0),
  });
  return { content, lastModified: updatedAt, mediaType };
}

/** A provider without entries is called by its id: it may never have been published, and then its name is not public. */
async function feedProvider({ db }: Reading, id: string, isPublic: boolean) {
  const provider = isPublic ? await findProvider(db, id) : null;
  return { id, name: provider?.name ?? id, slug: provider?.slug ?? id };
}

interface Chosen {
  kinds: readonly ChangelogKind[];
  providerId: string | undefined;
  direction: ChangeDirection | undefined;
}

async function newestEntries({ db }: Reading, { direction, ...chosen }: Chosen): Promise<ChangelogRow[]> {
  const query = { ...chosen, limit: ENTRIES };
  return direction === undefined
    ? (await readChangelog(db, query)).rows
    : (await readByDirection(db, { ...query, direction })).rows;
}

export function getWeeklyAtomFeed(reading: Reading): Promise<Answer> {
  return weeklyFeed(reading, weeklyAtom, 'application/atom+xml; charset=utf-8');
}

export function getWeeklyJsonFeed(reading: Reading): Promise<Answer> {
  return weeklyFeed(reading, weeklyJson, 'application/feed+json');
}

/** Of one week; the page of the week has the others. */
const NEWS_SHOWN = 12;

async function weeklyFeed(
  { db, baseUrl, disclosure, site, clock }: Reading,
  render: typeof weeklyAtom,
  mediaType: string,
): Promise<Answer> {
  const first = await firstWeek(db);
  const ended = first === null ? [] : weeksBackFrom(weekBefore(weekOf(clock())), first, WEEKS_SHOWN);
  const weeks: FeedWeek[] = [];
  for (const week of ended) {
    const counted = await countWeek(db, week);
    // A quiet week is no news.
    if (counted.range !== null) weeks.push({ ...counted, news: await newsOf(db, counted) });
  }
  const oldest = await db.selectFrom('changelog').select('id').orderBy('seq').limit(1).executeTakeFirst();
  const content = render(weeks, {
    ...{ siteName: site.name, baseUrl, disclosure },
    firstId: oldest?.id ?? '',
  });
  return { content, lastModified: weeks[0]?.week.until ?? 0, mediaType };
}

async function newsOf(db: Reading['db'], { week, range, counts }: CountedWeek): Promise<ChangelogRow[]> {
  const kinds = [...counts].flatMap(([kind, { count }]) => (count > 0 ? [kind] : []));
  const since = new Date(week.from).toISOString().slice(0, 10);
  const sections = await Promise.all(
    (['bands', 'states'] as const)
      .filter((name) => kindsIn(name, kinds).length > 0)
      .map((name) =>
        readSection(
          { db },
          name,
          { kinds, cursor: range!.before, since },
          { limit: NEWS_SHOWN, providerId: undefined, direction: undefined, from: undefined },
        ),
      ),
  );
  return sections.flatMap(({ changes }) => changes).slice(0, NEWS_SHOWN);
}

/** Undefined if the parameter is absent. The operation's schema has already checked the kinds. */
function readKinds({ kinds }: Parameters): ChangelogKind[] | undefined {
  return kinds === undefined ? undefined : (String(kinds).split(',') as ChangelogKind[]);
}
