// The small schemas that the resources share. They carry no $id: an $id may stand once in a document, and
// these stand in many places. Their names come from the table in schemas/index.ts.

import { type Static, Type } from 'typebox';
import { TIERS } from '../tiers.ts';
import { nullable, UUID, VERIFICATION_ID } from './forms.ts';

export const PLANNER_TYPES = ['btc', 'fiat', 'stablecoin'] as const;
/** From the safest to the riskiest. */
export const RISK_BANDS = ['LOW', 'MEDIUM', 'ELEVATED', 'HIGH'] as const;

export const Instant = Type.String({
  format: 'date-time',
  pattern: 'Z$',
  description: 'An instant in UTC (RFC 3339), with Z.',
});

export const OffsetInstant = Type.String({
  format: 'date-time',
  pattern: '[+-][0-9]{2}:[0-9]{2}$',
  description: 'An instant (RFC 3339) with a numeric offset, such as 2026-04-26T12:00:00+00:00.',
});

export const CivilDate = Type.String({ format: 'date', description: 'A civil date, such as 2026-04-01.' });

export const Score = Type.Number({
  minimum: 0,
  maximum: 100,
  description: 'A score from 0 to 100 with two decimals; higher is safer.',
});

export const Points = Type.Number({
  minimum: -100,
  maximum: 100,
  description: 'Points of a score, with two decimals; negative where they lower it.',
});

export const Fraction = Type.Number({
  minimum: 0,
  maximum: 1,
  description: 'A fraction from 0 to 1, with two decimals.',
});

export const Weight = Type.Number({
  minimum: 0,
  maximum: 100,
  description: 'A weight in percent points: 6.00 is 6 %.',
});

export const Yield = Type.Number({ description: 'A yield in percent a year.' });

export const Band = Type.Enum([...RISK_BANDS], {
  type: 'string',
  description: 'The risk band. LOW is from 80, MEDIUM from 60, ELEVATED from 40, HIGH from 0.',
});

export const PlannerType = Type.Enum([...PLANNER_TYPES], {
  type: 'string',
  description:
    'btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield. stablecoin: stablecoin issuers and yield.',
});

export const TierName = Type.Enum([...TIERS], {
  type: 'string',
  description: 'A tier of keys and workspaces.',
});

export const VerificationId = Type.String({
  pattern: VERIFICATION_ID,
  description: 'Names one published indicator for ever.',
});

export const Uuid = Type.String({
  format: 'uuid',
  pattern: UUID,
  description: 'A UUID in lower case.',
});

export const Slug = Type.String({
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  maxLength: 80,
  description: "The provider's name in an address; permanent, and old ones keep working.",
});

export const Digest = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'A SHA-256 as 64 lower-case hexadecimal digits.',
});

/** Quantities inside packages, statements and digests. */
export const Decimal = Type.String({
  pattern: '^-?(0|[1-9][0-9]*)([.][0-9]+)?$',
  description: "The engine's canonical text of a number, such as 79.99.",
});

export const FrameworkVersion = Type.String({
  description: 'Name and version of the framework, such as "RF Framework v1.0".',
});

export const NextCursor = nullable(Type.String(), {
  description: 'Send it as cursor to get the next page; null on the last page.',
});

export const LimitationsDisclosure = Type.String({
  description: 'What the indicators are not. Show it wherever a score is shown.',
});

export const IndicatorState = Type.Enum(['current', 'superseded', 'corrected', 'withdrawn'], {
  type: 'string',
  description:
    'current: it stands. superseded: a newer indicator followed. corrected: it was restated. withdrawn: it was taken back, and nothing followed.',
});

export type Instant = Static<typeof Instant>;
export type Band = Static<typeof Band>;
export type PlannerType = Static<typeof PlannerType>;
export type VerificationId = Static<typeof VerificationId>;
export type IndicatorState = Static<typeof IndicatorState>;
