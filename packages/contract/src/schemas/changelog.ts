import { type Static, Type } from 'typebox';
import {
  Band,
  FrameworkVersion,
  Instant,
  LimitationsDisclosure,
  NextCursor,
  PlannerType,
  Points,
  Score,
  Uuid,
  VerificationId,
} from './common.ts';
import { nullable } from './forms.ts';

export const ChangelogKind = Type.Enum(
  ['initial', 'score_change', 'band_change', 'methodology_change', 'correction', 'withdrawal'],
  { type: 'string', description: 'What happened; band_change where the band moved.' },
);
export type ChangelogKind = Static<typeof ChangelogKind>;

/** Of a change, wherever it is told. */
export const changeMembers = {
  provider_id: Uuid,
  provider_name: Type.String(),
  planner_type: PlannerType,
  kind: ChangelogKind,
  previous_score: nullable(Score, { description: 'Null for the first indicator.' }),
  new_score: nullable(Score, { description: 'Null for a withdrawal.' }),
  delta: nullable(Points, { description: 'New minus previous; null unless both are there.' }),
  previous_band: nullable(Band),
  new_band: nullable(Band),
  reason: Type.String({ description: 'The cause and the module; never the value of an input.' }),
  framework_version: FrameworkVersion,
  verification_id: VerificationId,
};

export const ChangelogEntry = Type.Object(
  { id: Uuid, ...changeMembers, changed_at: Instant },
  { description: 'One change of an indicator.' },
);
export type ChangelogEntry = Static<typeof ChangelogEntry>;

export const Changelog = Type.Object(
  {
    data: Type.Array(ChangelogEntry),
    next_cursor: NextCursor,
    limitations_disclosure: LimitationsDisclosure,
  },
  { $id: 'Changelog', description: 'Changes of indicators, newest first. Members may be added.' },
);
export type Changelog = Static<typeof Changelog>;
