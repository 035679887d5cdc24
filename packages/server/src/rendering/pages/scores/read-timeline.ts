// Reads what the timeline shows: the list of a day and of today, and the bands of the providers of one page.

import { RISK_BANDS } from '@rf-indicators/contract';
import { hasDataset } from '@rf-indicators/core/desk/datasets/read-datasets';
import { type BandHistory, readBandHistories } from '@rf-indicators/core/desk/served/band-history';
import { publishedDays } from '@rf-indicators/core/desk/served/published-days';
import { readReviewPeriods } from '@rf-indicators/core/desk/served/review-periods';
import type { ServedIndicator } from '@rf-indicators/core/desk/served/served';
import { checkpointAsOf } from '@rf-indicators/core/log/tiles';
import { fold } from '@rf-indicators/core/store/fold';
import { countBands } from '@rf-indicators/web/charts/timeline-words';
import { byCodePoint } from '../../code-points.ts';
import { endOfDay, type HistoryDays, historyDays, rankedAsOf, rankedNow } from '../../history/day.ts';
import { DAY } from '../../history/window.ts';
import type { Found, Parameters, Reading } from '../../reading.ts';
import { nothingYet } from './frame.ts';
import { readScoresQuery, type ScoresQuery } from './query.ts';
import { HTML_TYPE } from './read-scores.ts';
import { placeOfPage, ROWS_PER_PAGE, type Selection } from './select.ts';
import { emptyTimelinePage, scoresTimelinePage } from './timeline.ts';
import type { TimelineDay, TimelineRow } from './timeline-rows.ts';

export async function readScoresTimeline(reading: Reading, parameters: Parameters): Promise<Found> {
  const { db, site, clock } = reading;
  const given = readScoresQuery(parameters);
  const now = Math.floor(clock());
  const days = await historyDays(db, now);
  if (days === null) {
    const page = emptyTimelinePage(site, given, { total: 0, counts: [] }, nothingYet(null));
    return { content: page.text, lastModified: now, mediaType: HTML_TYPE };
  }
  const date = dayWithin(days, given.asOf);
  const query = { ...given, asOf: date === days.today ? null : date };
  const onDay = await rankedAsOf(db, await endOfDay(db, date, now));
  const current = date === days.today ? onDay : await rankedNow(db);
  const rows = await rowsOf(reading, query, onDay, current);
  const { page, pages, offset } = placeOfPage(query.page, rows.length);
  const shown = rows.slice(offset, offset + ROWS_PER_PAGE);
  const providerIds = shown.map(({ id }) => id);
  const histories = await readBandHistories(db, now + 1, providerIds);
  const reviews = await readReviewPeriods(db, { before: now + 1, providerIds });
  const byId = new Map(histories.map((history) => [history.providerId, history]));
  const content = scoresTimelinePage({
    ...{ site, query, page, pages },
    day: await readDay(reading, days, date, now),
    onDay: countBands(onDay.map(({ riskBand }) => riskBand)),
    now: countBands(current.map(({ riskBand }) => riskBand)),
    selection: selectionOf(query, onDay),
    rows: shown.map((row) => ({
      ...row,
      history: byId.get(row.id) ?? null,
      reviews: reviews.get(row.id) ?? [],
    })),
    count: rows.length,
    period: { since: Date.parse(days.first), until: Date.parse(days.today) + DAY },
  });
  return { content: content.text, lastModified: now, mediaType: HTML_TYPE };
}

/** The nearest day that has a list, so that an old or mistyped link still shows the page. */
function dayWithin({ first, today }: HistoryDays, asked: string | null): string {
  if (asked === null || asked > today) return today;
  return asked < first ? first : asked;
}

async function readDay(
  { db }: Reading,
  { first, today }: HistoryDays,
  date: string,
  now: number,
): Promise<TimelineDay> {
  const start = Date.parse(date);
  const published = await publishedDays(db, 0, now + 1);
  const checkpoint = await checkpointAsOf(db, Math.min(start + DAY - 1, now));
  return {
    ...{ date, first, today },
    previous: published.findLast((day) => day < date) ?? null,
    next: published.find((day) => day > date) ?? null,
    checkpoint: checkpoint?.note ?? null,
    hasDataset: await hasDataset(db, date),
  };
}

type Row = Omit<TimelineRow, 'history' | 'reviews'>;

/** Those of the day by rank, and then by name all others, whose bands are shown too. */
async function rowsOf(
  reading: Reading,
  query: ScoresQuery,
  onDay: readonly ServedIndicator[],
  current: readonly ServedIndicator[],
): Promise<Row[]> {
  const ranks = new Map(
    current.map(({ providerId, finalScore }, at) => [providerId, { rank: at + 1, score: finalScore }]),
  );
  const ranked = onDay.map((served, at) => ({ served, rank: at + 1 }));
  const rows = ranked
    .filter(({ served }) => matches(query, served))
    .map(
      ({ served, rank }): Row => ({
        id: served.providerId,
        slug: served.slug,
        name: served.name,
        onDay: {
          rank,
          score: served.finalScore,
          isStale: served.staleReason !== null,
          verificationId: served.verificationId,
          isCorrected: served.correctedBy !== null,
        },
        now: ranks.get(served.providerId) ?? null,
      }),
    );
  return query.band === null ? [...rows, ...(await absentRows(reading, query, onDay, ranks))] : rows;
}

/** A filter by band leaves none of them, because they were in no band. */
async function absentRows(
  { db, names, clock }: Reading,
  query: ScoresQuery,
  onDay: readonly ServedIndicator[],
  ranks: ReadonlyMap<string, TimelineRow['now']>,
): Promise<Row[]> {
  const listed = new Set(onDay.map(({ providerId }) => providerId));
  const others = (await names()).providers.filter(({ id }) => !listed.has(id));
  const types = await typesOf(
    others.map(({ id }) => id),
    query,
    (ids) => readBandHistories(db, clock() + 1, ids),
  );
  return others
    .filter(({ id, name }) => matches(query, { name, plannerType: types.get(id) ?? '', riskBand: '' }))
    .sort((a, b) => byCodePoint(a.name, b.name) || byCodePoint(a.id, b.id))
    .map(({ id, slug, name }) => ({ id, slug, name, onDay: null, now: ranks.get(id) ?? null }));
}

/** Only a filter needs them. */
async function typesOf(
  ids: readonly string[],
  { type }: ScoresQuery,
  read: (ids: readonly string[]) => Promise<BandHistory[]>,
): Promise<Map<string, string>> {
  const histories = type === null ? [] : await read(ids);
  return new Map(histories.map(({ providerId, plannerType }) => [providerId, plannerType]));
}

type Filtered = Pick<ServedIndicator, 'name' | 'plannerType' | 'riskBand'>;

function matches({ name, type, band }: ScoresQuery, row: Filtered): boolean {
  return (
    (type === null || row.plannerType === type) &&
    (band === null || row.riskBand === band) &&
    fold(row.name).includes(fold(name))
  );
}

function selectionOf(query: ScoresQuery, onDay: readonly ServedIndicator[]): Selection {
  const ofOtherFilters = onDay.filter((served) => matches({ ...query, band: null }, served));
  const found = countBands(ofOtherFilters.map(({ riskBand }) => riskBand));
  return {
    total: onDay.filter((served) => matches(query, served)).length,
    counts: RISK_BANDS.map((band) => [band, found[band] ?? 0] as const),
  };
}
