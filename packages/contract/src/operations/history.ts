// What was published in the past, as files: the bands of a year, and the list of a day.

import type { Static } from 'typebox';
import { REVIEW_DIRECTIONS, reviewMember } from '../schemas/analysis.ts';
import { ChangelogKind } from '../schemas/changelog.ts';
import {
  Band,
  Instant,
  LimitationsDisclosure,
  OffsetInstant,
  PlannerType,
  Score,
  Slug,
  Uuid,
  VerificationId,
} from '../schemas/common.ts';
import { nullable, staleMembers } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { JSON_TYPE, operations } from './operation.ts';
import { closed, NO_PARAMETERS } from './parameters.ts';

const UtcDay = Type.String({ format: 'date', description: 'A UTC day.' });

const withinYear = {
  from: Type.String({
    format: 'date-time',
    pattern: 'Z$',
    description: 'When it began, or the start of the year if it began before that.',
  }),
  until: nullable(Instant, {
    description: 'When it ended. Null if it lasts, or lasted until the end of the year.',
  }),
};

export const BandPeriod = Type.Object(
  {
    ...withinYear,
    risk_band: Band,
    stale: staleMembers.stale,
  },
  { description: 'A period in which the provider was in one band, with or without a stale mark.' },
);
export type BandPeriod = Static<typeof BandPeriod>;

export const BandEvent = Type.Object(
  {
    at: Instant,
    kind: ChangelogKind,
    previous_band: nullable(Band),
    new_band: nullable(Band, { description: 'Null for a withdrawal.' }),
    verification_id: VerificationId,
  },
  { description: 'Something that happened to the indicator. The kind can be a new one.' },
);
export type BandEvent = Static<typeof BandEvent>;

export const ReviewPeriod = Type.Object(
  {
    ...withinYear,
    direction: Type.Enum([...REVIEW_DIRECTIONS], { type: 'string' }),
  },
  { description: 'A period in which the indicator was under review.' },
);
export type ReviewPeriod = Static<typeof ReviewPeriod>;

export const YearOfProvider = Type.Object(
  {
    provider_id: Uuid,
    slug: Slug,
    name: Type.String({ description: 'The current name of the provider.' }),
    planner_type: PlannerType,
    periods: Type.Array(BandPeriod, {
      description: 'Oldest first. Between a withdrawal and a reinstatement there is none.',
    }),
    reviews: Type.Array(ReviewPeriod, { description: 'Oldest first.' }),
    events: Type.Array(BandEvent, { description: 'Those of the year, oldest first.' }),
  },
  { description: 'The bands of one provider in a year.' },
);
export type YearOfProvider = Static<typeof YearOfProvider>;

export const HistoryYear = Type.Object(
  {
    year: Type.Integer(),
    first_day: Type.String({ format: 'date', description: 'The UTC day of the first publication of all.' }),
    published_on: Type.Array(UtcDay, {
      description: 'The days of the year on which a run or a withdrawal was published, oldest first.',
    }),
    data: Type.Array(YearOfProvider),
    limitations_disclosure: LimitationsDisclosure,
  },
  {
    $id: 'HistoryYear',
    description:
      'The band of every provider in a year, and what happened to its indicator, sorted by name and then by id. Members may be added.',
  },
);
export type HistoryYear = Static<typeof HistoryYear>;

export const DayRow = Type.Object(
  {
    rank: Type.Integer({
      minimum: 1,
      description: 'By score, safest first. Equal scores are sorted by name and then by id.',
    }),
    provider_id: Uuid,
    slug: Slug,
    name: Type.String({ description: 'The name that the provider had on that day.' }),
    planner_type: PlannerType,
    final_score: Score,
    risk_band: Band,
    scored_at: OffsetInstant,
    verification_id: VerificationId,
    ...staleMembers,
    ...reviewMember,
    corrected_by: nullable(VerificationId, {
      description:
        'The indicator that corrected this one later, which this list does not show; null if nothing did.',
    }),
  },
  { description: 'The score and band of one provider, as they were published at the end of the day.' },
);
export type DayRow = Static<typeof DayRow>;

export const HistoryDay = Type.Object(
  {
    date: UtcDay,
    as_of: Type.String({
      format: 'date-time',
      pattern: 'Z$',
      description:
        'The instant whose state this is: the end of the day, or for today the time of the last change.',
    }),
    checkpoint: nullable(Type.String(), {
      description:
        'The last checkpoint of the log that was signed until then: a signed note (C2SP). It covers every indicator of the list. Null if there was none.',
    }),
    dataset: nullable(Type.String({ format: 'uri' }), {
      description: 'The daily dump of the same list, as CSV; null if it was not made yet.',
    }),
    data: Type.Array(DayRow),
    limitations_disclosure: LimitationsDisclosure,
  },
  {
    $id: 'HistoryDay',
    description:
      'The list as it was published at the end of a UTC day, by rank. Providers that were withdrawn later are in it; a later correction is named and does not replace what was published. Members may be added.',
  },
);
export type HistoryDay = Static<typeof HistoryDay>;

export default operations({
  getHistoryYear: {
    method: 'GET',
    path: '/history/{year}.json',
    tag: 'scores',
    summary: 'Get the bands of a year',
    description:
      'Returns the band of every provider in a calendar year in UTC, and the band changes, corrections, withdrawals, reinstatements, stale periods and reviews. Scores are in the files of single days.',
    access: 'public',
    params: closed({
      year: Type.String({ pattern: '^[12][0-9]{3}$', description: 'The year, such as 2026.' }),
    }),
    query: NO_PARAMETERS,
    success: { status: 200, schema: HistoryYear, mediaType: JSON_TYPE, description: 'The year.' },
    problems: ['not_found'],
    caching: 'public',
  },
  getHistoryDay: {
    method: 'GET',
    path: '/history/days/{date}.json',
    tag: 'scores',
    summary: 'Get the list of a day',
    description:
      'Returns the list as it was published at the end of that UTC day, by rank, with the checkpoint of the log of that day. Today has the list as it is now. What was published never changes; a later correction is named beside the indicator that it corrects.',
    access: 'public',
    params: closed({
      date: Type.String({
        pattern: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
        description: 'The UTC day, such as 2026-04-26.',
      }),
    }),
    query: NO_PARAMETERS,
    success: { status: 200, schema: HistoryDay, mediaType: JSON_TYPE, description: 'The list.' },
    problems: ['not_found'],
    caching: 'public',
  },
});
