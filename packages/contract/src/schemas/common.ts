// Small schemas that the resources share. They have no $id, because they are used in many places and an $id must be
// unique within a document.

import type { Static } from 'typebox';
import { TIERS } from '../tiers.ts';
import { Type } from '../type.ts';
import { nullable, UUID, VERIFICATION_ID } from './forms.ts';

export const PLANNER_TYPES = ['btc', 'fiat', 'stablecoin'] as const;
/** From the lowest to the highest risk. */
export const RISK_BANDS = ['LOW', 'MEDIUM', 'ELEVATED', 'HIGH'] as const;

export const Instant = Type.String({
  format: 'date-time',
  pattern: 'Z$',
  description: 'A date-time in UTC (RFC 3339), ending in Z.',
});

export const OffsetInstant = Type.String({
  format: 'date-time',
  pattern: '[+-][0-9]{2}:[0-9]{2}$',
  description: 'A date-time (RFC 3339) with a numeric offset, such as 2026-04-26T12:00:00+00:00.',
});

export const CivilDate = Type.String({ format: 'date', description: 'A date, such as 2026-04-01.' });

export const Score = Type.Number({
  minimum: 0,
  maximum: 100,
  description: 'A score from 0 to 100 with two decimals. A higher score means lower risk.',
});

export const Points = Type.Number({
  minimum: -100,
  maximum: 100,
  description: 'Score points, with two decimals. Negative points lower the score.',
});

export const Fraction = Type.Number({
  minimum: 0,
  maximum: 1,
  description: 'A fraction from 0 to 1, with two decimals.',
});

export const Weight = Type.Number({
  minimum: 0,
  maximum: 100,
  description: 'A weight in percent: 6.00 means 6 %.',
});

export const Yield = Type.Number({ description: 'A yield in percent per year.' });

export const Band = Type.Enum([...RISK_BANDS], {
  type: 'string',
  description: 'The risk band. LOW starts at a score of 80, MEDIUM at 60, ELEVATED at 40 and HIGH at 0.',
});

export const PlannerType = Type.Enum([...PLANNER_TYPES], {
  type: 'string',
  description:
    'btc: lending and yield on bitcoin collateral. fiat: fiat-denominated credit and yield. stablecoin: stablecoin issuers and yield.',
});

export const TierName = Type.Enum([...TIERS], {
  type: 'string',
  description: 'The tier of a key or workspace.',
});

export const VerificationId = Type.String({
  pattern: VERIFICATION_ID,
  description: 'Identifies one published indicator permanently.',
});

export const Uuid = Type.String({
  format: 'uuid',
  pattern: UUID,
  description: 'A lower-case UUID.',
});

export const Slug = Type.String({
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  maxLength: 80,
  description: 'The short name of the provider in URLs. If it changes, old slugs keep working.',
});

export const Digest = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'A SHA-256 digest as 64 lower-case hexadecimal digits.',
});

/** Quantities inside packages, statements and digests. */
export const Decimal = Type.String({
  pattern: '^-?(0|[1-9][0-9]*)([.][0-9]+)?$',
  description: 'A number as canonical text, such as 79.99.',
});

export const FrameworkVersion = Type.String({
  description: 'The name and version of the framework, such as "RF Framework v1.0".',
});

export const NextCursor = nullable(Type.String(), {
  description: 'Send this value as cursor to get the next page. It is null on the last page.',
});

export const LimitationsDisclosure = Type.String({
  description: 'The limits of what an indicator says. Show this text with every score.',
});

export const IndicatorState = Type.Enum(['current', 'superseded', 'corrected', 'withdrawn'], {
  type: 'string',
  description:
    'current: the indicator is in effect. superseded: a newer indicator replaced it. corrected: a correction replaced it. withdrawn: it was withdrawn without a replacement.',
});

export type Instant = Static<typeof Instant>;
export type Band = Static<typeof Band>;
export type PlannerType = Static<typeof PlannerType>;
export type VerificationId = Static<typeof VerificationId>;
export type IndicatorState = Static<typeof IndicatorState>;
