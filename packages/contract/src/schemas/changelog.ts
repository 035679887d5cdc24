import type { Static } from 'typebox';
import { Type } from '../type.ts';
import { changeAnalysisMembers } from './analysis.ts';
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

/** What a publication is to the history of its provider. */
const PUBLICATION_KINDS = [
  'initial',
  'score_change',
  'band_change',
  'methodology_change',
  'correction',
  'reinstatement',
  'drift',
] as const;

export const PublicationKind = Type.Enum([...PUBLICATION_KINDS, 'renewal'], {
  type: 'string',
  description:
    'What the publication is to the history of the provider. renewal: newer evidence or facts, with the same score, band and caps. drift: only the age of the evidence moved the score. Kinds may be added.',
});
export type PublicationKind = Static<typeof PublicationKind>;

/** Renewals have no entry, because they change neither score, band nor caps. */
export const CHANGELOG_KINDS = [
  ...PUBLICATION_KINDS,
  'withdrawal',
  'stale',
  'stale_ended',
  'review_started',
  'review_ended',
] as const;

export const ChangelogKind = Type.Enum([...CHANGELOG_KINDS], {
  type: 'string',
  description:
    'What changed. band_change: the indicator moved to another band. reinstatement: a withdrawn provider has an indicator again. drift: only the age of the evidence moved the score, by little. stale and stale_ended: the indicator became stale, or is no longer stale. review_started and review_ended: the indicator is under review, or no longer. Kinds may be added.',
});
export type ChangelogKind = Static<typeof ChangelogKind>;

/** Members of a change in the changelog and in events. */
export const changeMembers = {
  provider_id: Uuid,
  provider_name: Type.String(),
  planner_type: PlannerType,
  kind: ChangelogKind,
  previous_score: nullable(Score, { description: 'Null if the provider had no indicator.' }),
  new_score: nullable(Score, { description: 'Null for a withdrawal.' }),
  delta: nullable(Points, { description: 'The new score minus the previous score; null unless both exist.' }),
  previous_band: nullable(Band),
  new_band: nullable(Band),
  reason: Type.String({
    description:
      'Why the indicator changed: the cause and the modules concerned. It never contains input values or names hard rules.',
  }),
  framework_version: FrameworkVersion,
  verification_id: VerificationId,
  ...changeAnalysisMembers,
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
