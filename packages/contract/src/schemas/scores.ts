import { type Static, Type } from 'typebox';
import {
  Fraction,
  FrameworkVersion,
  Instant,
  LimitationsDisclosure,
  NextCursor,
  Slug,
  Uuid,
  VerificationId,
} from './common.ts';
import { DecisionObject } from './decision-object.ts';
import { nullable } from './forms.ts';
import { headline } from './public-scores.ts';

/** What a keyed reader gets beside the headline, on rows and on the snapshot. */
export const standing = {
  slug: Slug,
  confidence: Fraction,
  framework_version: FrameworkVersion,
  score_verified_at: Instant,
  verification_id: VerificationId,
  stale: Type.Boolean({
    description: 'Whether a fact that the service must look at itself was not looked at in time.',
  }),
  stale_reason: nullable(Type.String(), { description: 'Why it is stale; null when it is not.' }),
  corrected_by: nullable(VerificationId, {
    description:
      'The indicator that restated this one; null if none did. Only answers for an as_of can have one.',
  }),
};

export const AsOfEcho = Type.Optional(
  Type.String({
    format: 'date-time',
    pattern: 'Z$',
    description: 'The instant that the answer is for, in UTC with Z; present only if as_of was asked for.',
  }),
);

export const ScoreRow = Type.Object(
  { id: Uuid, ...headline, ...standing, rf_decision_object: Type.Optional(DecisionObject) },
  { description: "One provider's indicator. rf_decision_object is there only if it was asked for." },
);
export type ScoreRow = Static<typeof ScoreRow>;

export const ScoreList = Type.Object(
  {
    data: Type.Array(ScoreRow),
    limitations_disclosure: LimitationsDisclosure,
    cached: Type.Boolean({
      description: 'False only on a response whose bytes had to be assembled for it.',
    }),
    next_cursor: NextCursor,
    as_of: AsOfEcho,
  },
  { $id: 'ScoreList', description: 'The indicators of all providers. Members may be added.' },
);
export type ScoreList = Static<typeof ScoreList>;
