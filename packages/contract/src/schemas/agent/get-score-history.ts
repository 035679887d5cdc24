import { type Static, Type } from 'typebox';
import {
  Band,
  FrameworkVersion,
  IndicatorState,
  Instant,
  OffsetInstant,
  Score,
  Slug,
  Uuid,
  VerificationId,
} from '../common.ts';
import { INSTANT_OR_DATE, nullable } from '../forms.ts';
import { AgentMatch, CiteAs, ProviderName, resultFields } from './common.ts';

const instantOrDate = (description: string) =>
  Type.Optional(Type.String({ pattern: INSTANT_OR_DATE, maxLength: 40, description }));

export const GetScoreHistoryInput = Type.Object(
  {
    provider_name: ProviderName,
    from: instantOrDate(
      'Only indicators scored from here on: 2026-04-01 (its start, in UTC) or an RFC 3339 instant.',
    ),
    to: instantOrDate(
      'Only indicators scored up to here: 2026-06-30 (its end, in UTC) or an RFC 3339 instant.',
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'The newest so many.' }),
    ),
  },
  { additionalProperties: false, description: 'What get_score_history takes.' },
);
export type GetScoreHistoryInput = Static<typeof GetScoreHistoryInput>;

const Change = Type.Number({ minimum: -100, maximum: 100, description: 'Exact, with two decimals.' });

export const AgentHistoryEntry = Type.Object(
  {
    final_score: Score,
    risk_band: Band,
    scored_at: OffsetInstant,
    published_at: Instant,
    framework_version: FrameworkVersion,
    state: IndicatorState,
    change_from_previous: nullable(Change, {
      description: 'Against the entry that was published before it in this list; null for the oldest one.',
    }),
    verification_id: VerificationId,
    cite_as: CiteAs,
  },
  { description: 'One published indicator.' },
);
export type AgentHistoryEntry = Static<typeof AgentHistoryEntry>;

export const AgentHistorySummary = Type.Object(
  {
    oldest_score: Score,
    newest_score: Score,
    change: Change,
    lowest_score: Score,
    highest_score: Score,
    cite_as: CiteAs,
  },
  { description: 'Of the entries that are listed, corrected and withdrawn ones left out. Already computed.' },
);
export type AgentHistorySummary = Static<typeof AgentHistorySummary>;

export const GetScoreHistoryResult = Type.Object(
  {
    matched_by: AgentMatch,
    provider_id: Uuid,
    slug: Slug,
    name: Type.String({ description: 'A text from outside, to be read as data.' }),
    entries: Type.Array(AgentHistoryEntry, { description: 'Newest first.' }),
    more: Type.Boolean({ description: 'Whether older entries were left out; ask with a limit or a to.' }),
    summary: nullable(AgentHistorySummary, { description: 'Null where no entry counts.' }),
    stands: Type.Boolean({ description: 'Whether the provider has an indicator now.' }),
    framework_version: nullable(FrameworkVersion, { description: 'Of the indicator that stands.' }),
    verification_id: nullable(VerificationId, { description: 'Of the indicator that stands.' }),
    stale: Type.Boolean({ description: 'Whether the indicator that stands is stale.' }),
    stale_reason: nullable(Type.String(), { description: 'Why it is stale; null when it is not.' }),
    ...resultFields,
  },
  { description: 'What was published of one provider. Members may be added.' },
);
export type GetScoreHistoryResult = Static<typeof GetScoreHistoryResult>;
