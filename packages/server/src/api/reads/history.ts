// Reads of what was published in the past: the bands of a year, and the list of a day.

import type {
  BandEvent,
  BandPeriod,
  DayRow,
  HistoryDay,
  HistoryYear,
  ReviewPeriod,
} from '@rf-indicators/contract';
import { readDatasetIndex } from '@rf-indicators/core/desk/datasets/read-datasets';
import { wireReview } from '@rf-indicators/core/desk/served/analysis';
import type { BandHistory } from '@rf-indicators/core/desk/served/band-history';
import { readBandHistories } from '@rf-indicators/core/desk/served/band-history';
import { publishedDays } from '@rf-indicators/core/desk/served/published-days';
import {
  type ReviewPeriod as Period,
  readReviewPeriods,
} from '@rf-indicators/core/desk/served/review-periods';
import { lastServedChange } from '@rf-indicators/core/desk/served/select';
import type { ServedIndicator } from '@rf-indicators/core/desk/served/served';
import { instant, instantOrNull, offsetInstant } from '@rf-indicators/core/desk/snapshots/wire-instants';
import { hundredths } from '@rf-indicators/core/desk/snapshots/wire-numbers';
import { checkpointAsOf } from '@rf-indicators/core/log/tiles';
import { byCodePoint } from '../../rendering/code-points.ts';
import { endOfDay, historyDays, rankedAsOf } from '../../rendering/history/day.ts';
import { isDay } from '../../rendering/history/is-day.ts';
import { type Answer, invalidParameter, type Parameters, type Reading } from '../../rendering/reading.ts';

export async function getHistoryYear(reading: Reading, parameters: Parameters): Promise<Answer> {
  const { db, clock, disclosure } = reading;
  const year = Number(parameters.year);
  const days = await historyDays(db, clock());
  if (days === null || year < yearOf(days.first) || year > yearOf(days.today))
    return { problem: 'not_found', detail: `Nothing was published in ${year}.` };
  const [since, before] = [Date.UTC(year, 0), Date.UTC(year + 1, 0)];
  const lastModified = await lastServedChange(db);
  const histories = await readBandHistories(db, before);
  const reviews = await readReviewPeriods(db, { before });
  const names = new Map((await reading.names()).providers.map((provider) => [provider.id, provider]));
  const data = histories
    .map((history) => {
      const { id, slug, name } = names.get(history.providerId)!;
      return {
        ...{ provider_id: id, slug, name },
        planner_type: history.plannerType as DayRow['planner_type'],
        ...withinYear(history, since),
        reviews: reviewsSince(reviews.get(id) ?? [], since),
      };
    })
    .filter(({ periods, events }) => periods.length > 0 || events.length > 0)
    .sort((a, b) => byCodePoint(a.name, b.name) || byCodePoint(a.provider_id, b.provider_id));
  const file: HistoryYear = {
    year,
    first_day: days.first,
    published_on: await publishedDays(db, since, before),
    data,
    limitations_disclosure: disclosure,
  };
  return { content: JSON.stringify(file), lastModified };
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}

/** What happened after the year is not among the changes that were read. */
function withinYear({ periods, events }: BandHistory, since: number) {
  return {
    periods: periods
      .filter(({ until }) => until === null || until > since)
      .map(
        ({ from, until, riskBand, isStale }): BandPeriod => ({
          from: instant(Math.max(from, since)),
          until: instantOrNull(until),
          risk_band: riskBand as BandPeriod['risk_band'],
          stale: isStale,
        }),
      ),
    events: events
      .filter(({ at }) => at >= since)
      .map(
        ({ at, kind, previousBand, newBand, verificationId }): BandEvent => ({
          at: instant(at),
          kind,
          previous_band: previousBand as BandEvent['previous_band'],
          new_band: newBand as BandEvent['new_band'],
          verification_id: verificationId,
        }),
      ),
  };
}

function reviewsSince(periods: readonly Period[], since: number): ReviewPeriod[] {
  return periods
    .filter(({ until }) => until === null || until > since)
    .map(({ from, until, direction }) => ({
      from: instant(Math.max(from, since)),
      until: instantOrNull(until),
      direction,
    }));
}

export async function getHistoryDay(reading: Reading, parameters: Parameters): Promise<Answer> {
  const { db, clock, baseUrl, disclosure } = reading;
  const date = String(parameters.date);
  if (!isDay(date)) return invalidParameter('date', 'not_date', 'is not a day of the calendar');
  const now = clock();
  const days = await historyDays(db, now);
  if (days === null || date < days.first || date > days.today)
    return { problem: 'not_found', detail: notFoundBecause(date, days) };
  // Read before the rows, so that a publication in between makes the time too old rather than too new.
  const changedAt = await lastServedChange(db);
  const end = await endOfDay(db, date, now);
  const checkpoint = await checkpointAsOf(db, Math.max(end, date === days.today ? now : 0));
  const { datasets } = await readDatasetIndex(db);
  const dataset = datasets.find((one) => one.date === date);
  const file: HistoryDay = {
    date,
    as_of: instant(end),
    checkpoint: checkpoint?.note ?? null,
    dataset: dataset === undefined ? null : `${baseUrl}/datasets/${date}.csv.gz`,
    data: (await rankedAsOf(db, end)).map(dayRow),
    limitations_disclosure: disclosure,
  };
  const madeAt = dataset === undefined ? 0 : Date.parse(dataset.made_at);
  const lastModified = Math.max(changedAt, checkpoint?.changedAt ?? 0, madeAt);
  return { content: JSON.stringify(file), lastModified };
}

function notFoundBecause(date: string, days: { first: string } | null): string {
  if (days === null) return 'Nothing has been published yet.';
  return date < days.first
    ? `Nothing had been published by ${date}. The first day is ${days.first}.`
    : `${date} is in the future.`;
}

function dayRow(served: ServedIndicator, at: number): DayRow {
  return {
    rank: at + 1,
    provider_id: served.providerId,
    slug: served.slug,
    name: served.name,
    planner_type: served.plannerType as DayRow['planner_type'],
    final_score: hundredths(served.finalScore),
    risk_band: served.riskBand as DayRow['risk_band'],
    scored_at: offsetInstant(served.asOf),
    verification_id: served.verificationId,
    stale: served.staleReason !== null,
    stale_reason: served.staleReason,
    review: wireReview(served.review),
    corrected_by: served.correctedBy,
  };
}
