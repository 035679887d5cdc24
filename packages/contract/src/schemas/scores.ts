import type { Static } from 'typebox';
import { Type } from '../type.ts';
import {
  Fraction,
  FrameworkVersion,
  Instant,
  LimitationsDisclosure,
  NextCursor,
  Uuid,
  VerificationId,
} from './common.ts';
import { DecisionObject } from './decision-object.ts';
import { nullable } from './forms.ts';
import { identifiersMember } from './identifiers.ts';
import { publicMembers } from './public-scores.ts';
import { WithdrawnIndicator } from './withdrawn.ts';

/** Members that keyed operations add to the public ones. */
export const keyedMembers = {
  ...identifiersMember,
  confidence: Fraction,
  framework_version: FrameworkVersion,
  score_verified_at: Instant,
  next_lapse_at: nullable(Instant, {
    description:
      'When the next of its evidence lapses: the start of the first UTC day after the score on which evidence begins to count less or no longer counts. The next score can differ from then on. Null if there is none, and for a while after an upgrade from a version that did not know it.',
  }),
  corrected_by: nullable(VerificationId, {
    description:
      'The indicator that corrected this one, or null. Only responses to requests with as_of can have one.',
  }),
};

export const AsOfEcho = Type.Optional(
  Type.String({
    format: 'date-time',
    pattern: 'Z$',
    description:
      'The time that the response is for, in UTC, ending in Z. Present only if the request had as_of.',
  }),
);

export const ScoreRow = Type.Object(
  { id: Uuid, ...publicMembers, ...keyedMembers, rf_decision_object: Type.Optional(DecisionObject) },
  {
    description:
      'The indicator of one provider. rf_decision_object is present only if the request included it.',
  },
);
export type ScoreRow = Static<typeof ScoreRow>;

export const ScoreList = Type.Object(
  {
    data: Type.Array(ScoreRow),
    withdrawn: Type.Optional(
      Type.Array(WithdrawnIndicator, {
        description:
          'The providers whose last indicator was withdrawn, by name and then by id. Present only if the request included it. It is complete on every page.',
      }),
    ),
    limitations_disclosure: LimitationsDisclosure,
    cached: Type.Boolean({
      description: 'False only if the response was assembled for this request.',
    }),
    next_cursor: NextCursor,
    as_of: AsOfEcho,
  },
  { $id: 'ScoreList', description: 'The indicators of all providers. Members may be added.' },
);
export type ScoreList = Static<typeof ScoreList>;
