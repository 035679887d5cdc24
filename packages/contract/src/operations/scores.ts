// The current indicators of providers, their history, what changed between two, and comparable providers.

import type { Static } from 'typebox';
import { reviewMember } from '../schemas/analysis.ts';
import { PublicationKind } from '../schemas/changelog.ts';
import {
  Band,
  FrameworkVersion,
  IndicatorState,
  Instant,
  LimitationsDisclosure,
  NextCursor,
  OffsetInstant,
  PlannerType,
  Score,
  Uuid,
  VerificationId,
} from '../schemas/common.ts';
import { EvidenceOutlook, OUTLOOK_DAYS } from '../schemas/evidence-outlook.ts';
import { nullable, staleMembers } from '../schemas/forms.ts';
import { publicMembers } from '../schemas/public-scores.ts';
import { ScoreChanges } from '../schemas/score-changes.ts';
import { ModuleScore, ScoreSnapshot } from '../schemas/score-snapshot.ts';
import { ScoreList } from '../schemas/scores.ts';
import { Type } from '../type.ts';
import { JSON_TYPE, operations } from './operation.ts';
import {
  asOf,
  closed,
  cursor,
  indicator,
  instantOrDate,
  NO_PARAMETERS,
  page,
  period,
  provider,
} from './parameters.ts';

export const HistoryEntry = Type.Object(
  {
    verification_id: VerificationId,
    kind: PublicationKind,
    final_score: Score,
    uncapped_score: Type.Number({
      minimum: 0,
      maximum: 100,
      description:
        'The score before hard rules, with two decimals. It is higher than final_score if a hard rule held the score.',
    }),
    risk_band: Band,
    scored_at: OffsetInstant,
    published_at: Instant,
    framework_version: FrameworkVersion,
    supersedes: nullable(VerificationId, { description: 'The indicator that this one replaced.' }),
    corrects: nullable(VerificationId, { description: 'The indicator that this one corrects.' }),
    corrected_by: nullable(VerificationId, { description: 'The indicator that corrected this one.' }),
    state: IndicatorState,
    ...staleMembers,
    ...reviewMember,
  },
  {
    description:
      'One published indicator of the provider. Only the current one can be stale or under review.',
  },
);
export type HistoryEntry = Static<typeof HistoryEntry>;

export const ScoreHistory = Type.Object(
  {
    provider_id: Uuid,
    data: Type.Array(HistoryEntry),
    next_cursor: NextCursor,
    limitations_disclosure: LimitationsDisclosure,
  },
  {
    $id: 'ScoreHistory',
    description: 'All published indicators of a provider, newest first. Members may be added.',
  },
);
export type ScoreHistory = Static<typeof ScoreHistory>;

const Rank = Type.Integer({
  minimum: 1,
  description:
    'The place among all providers of the type by score, safest first. Providers with the same score have the same rank.',
});

export const ScorePeer = Type.Object(
  { id: Uuid, ...publicMembers, rank: Rank, modules: Type.Array(ModuleScore) },
  { description: 'The current indicator of a provider of the same type, with the score of each module.' },
);
export type ScorePeer = Static<typeof ScorePeer>;

export const ScorePeers = Type.Object(
  {
    provider_id: Uuid,
    planner_type: PlannerType,
    rank: Rank,
    count: Type.Integer({
      minimum: 1,
      description: 'How many providers of the type have a current indicator, including this one.',
    }),
    data: Type.Array(ScorePeer, {
      description:
        'The provider and its neighbours by score, safest first; providers with the same score by name and then by id.',
    }),
    limitations_disclosure: LimitationsDisclosure,
  },
  {
    $id: 'ScorePeers',
    description: 'A provider among those of the same type. Members may be added.',
  },
);
export type ScorePeers = Static<typeof ScorePeers>;

const changeEnd = (which: string) =>
  Type.Optional(
    Type.Union(
      [indicator, instantOrDate('An RFC 3339 date-time, or a date, which means the end of that day in UTC.')],
      {
        description: `${which} A verification id, such as RF-4N2S0-3J5CD-0EWP9-3RSJQ-BST5DT, an RFC 3339 date-time, or a date, which means the end of that day in UTC.`,
      },
    ),
  );

const identifierFilter = (what: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 253,
      description: `Only the provider with exactly this ${what}. A text that is not one is refused.`,
    }),
  );

const identifierFilters = {
  lei: identifierFilter('LEI'),
  isin: identifierFilter('ISIN'),
  ticker: identifierFilter('ticker, with its market if it is recorded with one'),
  address: identifierFilter('contract address with its chain (CAIP-10)'),
  domain: identifierFilter('domain'),
};

export default operations({
  listScores: {
    method: 'GET',
    path: '/api/v1/scores',
    tag: 'scores',
    summary: 'List the indicators of all providers',
    description:
      'Returns the current indicator of every provider, sorted by name and then by id. Withdrawn indicators are not in data; include=withdrawn adds them beside it. Without limit, all rows are returned in one response, however many there are; with limit, in pages.',
    access: 'scores',
    params: NO_PARAMETERS,
    query: closed({
      planner_type: Type.Optional(PlannerType),
      risk_band: Type.Optional(Band),
      sort: Type.Optional(
        Type.Enum(['name', '-name', 'final_score', '-final_score', 'scored_at', '-scored_at'], {
          type: 'string',
          default: 'name',
          description: 'The sort order. A minus sign means descending.',
        }),
      ),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 1000,
          description: 'The maximum number of rows per page. Without it, all rows are returned.',
        }),
      ),
      cursor,
      include: Type.Optional(
        Type.String({
          pattern: '^(rf_decision_object|withdrawn)(,(rf_decision_object|withdrawn))*$',
          maxLength: 60,
          description:
            'What to add, separated by commas: rf_decision_object (to each row; requires limit), withdrawn (the providers whose last indicator was withdrawn, beside data; planner_type, identifiers and as_of apply to them, and risk_band does not, because they have none).',
        }),
      ),
      ...identifierFilters,
      as_of: asOf,
    }),
    success: { status: 200, schema: ScoreList, mediaType: JSON_TYPE, description: 'The indicators.' },
    problems: [],
    caching: 'keyed',
  },
  getScore: {
    method: 'GET',
    path: '/api/v1/scores/{providerId}',
    tag: 'scores',
    summary: 'Get the indicator of one provider',
    description:
      'Returns the current indicator with the criterion breakdown, the decision object and the commentary. If the indicator was withdrawn, the response is 404 indicator_withdrawn and says when and why; if there never was one, 404 indicator_not_found.',
    access: 'scores',
    params: provider,
    query: closed({ as_of: asOf }),
    success: { status: 200, schema: ScoreSnapshot, mediaType: JSON_TYPE, description: 'The indicator.' },
    problems: ['provider_not_found', 'indicator_not_found', 'indicator_withdrawn'],
    caching: 'keyed',
  },
  getScoreHistory: {
    method: 'GET',
    path: '/api/v1/scores/{providerId}/history',
    tag: 'scores',
    summary: 'List all published indicators of one provider',
    description:
      'Returns all published indicators, newest publication first, including renewals and superseded, corrected and withdrawn ones.',
    access: 'scores',
    params: provider,
    query: closed({ ...period, ...page }),
    success: { status: 200, schema: ScoreHistory, mediaType: JSON_TYPE, description: 'The history.' },
    problems: ['provider_not_found'],
    caching: 'keyed',
  },
  getScoreChanges: {
    method: 'GET',
    path: '/api/v1/scores/{providerId}/changes',
    tag: 'scores',
    summary: 'Explain why the score of one provider changed',
    description:
      'Splits the difference between two published indicators into parts that add up to it exactly. Without parameters, it compares the current indicator with the previous one, skipping renewals. For a withdrawn provider, it explains the last indicator.',
    access: 'scores',
    params: provider,
    query: closed({
      from: changeEnd('The earlier indicator; by default the one before the later indicator.'),
      to: changeEnd('The later indicator; by default the current one.'),
    }),
    success: {
      status: 200,
      schema: ScoreChanges,
      mediaType: JSON_TYPE,
      description: 'The change and its parts.',
    },
    problems: ['provider_not_found', 'indicator_not_found'],
    caching: 'keyed',
  },
  getScorePeers: {
    method: 'GET',
    path: '/api/v1/scores/{providerId}/peers',
    tag: 'scores',
    summary: 'Compare one provider with others of its type',
    description:
      'Returns the current indicator of the provider between those of the same type that are nearest by score, safest first, each with its rank and the score of each module. A withdrawn provider has no rank: the response is 404 indicator_withdrawn.',
    access: 'scores',
    params: provider,
    query: closed({
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 25,
          default: 5,
          description: 'The maximum number of safer providers, and of riskier ones.',
        }),
      ),
    }),
    success: { status: 200, schema: ScorePeers, mediaType: JSON_TYPE, description: 'The peers.' },
    problems: ['provider_not_found', 'indicator_not_found', 'indicator_withdrawn'],
    caching: 'keyed',
  },
  getEvidenceOutlook: {
    method: 'GET',
    path: '/api/v1/scores/{providerId}/outlook',
    tag: 'scores',
    summary: 'Get what ageing of the evidence does to the score of one provider',
    description:
      'Returns score, band, evidence quality and caps of each day if no input changes and nothing is renewed, up to the day on which a gate lapses, and when the indicator then becomes stale and is withdrawn. The engine calculates it from the evidence of the current indicator. It is not a forecast: it says nothing about the provider, only about the age of what is known. If the indicator was withdrawn, the response is 404 indicator_withdrawn.',
    access: 'scores',
    params: provider,
    query: closed({
      days: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: OUTLOOK_DAYS,
          default: OUTLOOK_DAYS,
          description: 'The number of days after today.',
        }),
      ),
    }),
    success: { status: 200, schema: EvidenceOutlook, mediaType: JSON_TYPE, description: 'The outlook.' },
    problems: ['provider_not_found', 'indicator_not_found', 'indicator_withdrawn'],
    caching: 'keyed',
  },
});
