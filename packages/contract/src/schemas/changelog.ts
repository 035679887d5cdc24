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
  {
    type: 'string',
    description: 'What changed. band_change means that the indicator moved to another band.',
  },
);
export type ChangelogKind = Static<typeof ChangelogKind>;

/** Members of a change in the changelog and in events. */
export const changeMembers = {
  provider_id: Uuid,
  provider_name: Type.String(),
  planner_type: PlannerType,
  kind: ChangelogKind,
  previous_score: nullable(Score, { description: 'Null for the first indicator of a provider.' }),
  new_score: nullable(Score, { description: 'Null for a withdrawal.' }),
  delta: nullable(Points, { description: 'The new score minus the previous score; null unless both exist.' }),
  previous_band: nullable(Band),
  new_band: nullable(Band),
  reason: Type.String({
    description:
      'Why the indicator changed: the cause and the modules concerned. It never contains input values.',
  }),
  framework_version: FrameworkVersion,
  verification_id: VerificationId,
};

export const ChangelogEntry = Type.Object(
  { id: Uuid, ...changeMembers, changed_at: Instant },
  { description: 'One change to an indicator.' },
);
export type ChangelogEntry = Static<typeof ChangelogEntry>;

export const Changelog = Type.Object(
  {
    data: Type.Array(ChangelogEntry),
    next_cursor: NextCursor,
    limitations_disclosure: LimitationsDisclosure,
  },
  { $id: 'Changelog', description: 'Changes to indicators, newest first. Members may be added.' },
);
export type Changelog = Static<typeof Changelog>;
