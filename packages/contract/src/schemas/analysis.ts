// What analysts publish beside a score: the rationale of news, the disclosures, and the review status. Each is a leaf of the
// log of its own, which names an indicator; the indicator's statement and package do not contain it.

import type { Static } from 'typebox';
import { Type } from '../type.ts';
import { CivilDate, FrameworkVersion, Instant } from './common.ts';
import { nullable } from './forms.ts';
import { LogEntry } from './proof.ts';

/** The length of a rationale in characters. */
export const RATIONALE_LENGTH = { shortest: 120, longest: 1200 } as const;

export const REVIEW_DIRECTIONS = ['up', 'down', 'developing'] as const;

export const Review = Type.Object(
  {
    direction: Type.Enum([...REVIEW_DIRECTIONS], {
      type: 'string',
      description:
        'up: the committee looks at reasons for a safer score. down: for a riskier one. developing: the direction is open. It is not a forecast.',
    }),
    since: Instant,
    until: Type.String({
      format: 'date-time',
      pattern: 'Z$',
      description: 'When the review ends, unless a decision ends it earlier.',
    }),
    reason: Type.String({ description: 'Why the indicator is under review.' }),
  },
  { description: 'The review of an indicator.' },
);
export type Review = Static<typeof Review>;

/** Beside the stale mark, in everything that shows the score of an indicator. */
export const reviewMember = {
  review: nullable(Review, {
    description: 'Whether a committee is reviewing the indicator; null if it is not under review.',
  }),
};

export const Disclosures = Type.Object(
  {
    responsible_team: Type.String({ description: 'The team that is responsible for the indicator.' }),
    first_committee: nullable(CivilDate, {
      description: 'When a committee first decided about the provider; null if none is on record.',
    }),
    last_committee: nullable(CivilDate, {
      description: 'When a committee last decided about the provider; null if none is on record.',
    }),
    solicited: Type.Boolean({ description: 'Whether the provider asked for the indicator.' }),
    paid_by_provider: Type.Boolean({ description: 'Whether the provider pays for the indicator.' }),
    conflicts: Type.String({ description: 'Conflicts of interest that were declared.' }),
    conflict_handling: Type.String({ description: 'How the declared conflicts were handled.' }),
    sources: Type.String({ description: 'The sources of information.' }),
    framework_version: FrameworkVersion,
    framework_limits: Type.String({ description: 'What the framework does not measure.' }),
    independence_rule: Type.Boolean({
      description:
        'Whether, when a committee last decided about the provider, a first indicator, a band change and a correction needed the vote of somebody who neither proposed nor approved a changed value. The publisher can switch the rule off.',
    }),
  },
  { description: 'Who is behind the indicator, and what its reader should know.' },
);
export type Disclosures = Static<typeof Disclosures>;

export const Voters = Type.Object(
  {
    for: Type.Array(Type.String()),
    against: Type.Array(Type.String()),
  },
  { description: 'Names of the people whose votes decided.' },
);
export type Voters = Static<typeof Voters>;

export const Rationale = Type.String({
  minLength: RATIONALE_LENGTH.shortest,
  maxLength: RATIONALE_LENGTH.longest,
  description:
    'What drove the change, and what would raise or lower the score, by an analyst and reviewed by another person. It contains no input values and no points.',
});

export const analysisMembers = {
  rationale: nullable(Rationale, {
    description:
      "The rationale of the provider's last news. Null if it was published by itself and nobody has written one since, or if it is older than rationales.",
  }),
  disclosures: nullable(Disclosures, { description: 'Null if the publisher has none on record.' }),
};

/** Members of a change in the changelog and in events. */
export const changeAnalysisMembers = {
  rationale: nullable(Rationale, {
    description:
      'The rationale of the change. Null if it was published by itself and nobody has written one since, or if it needs none.',
  }),
  disclosures: nullable(Disclosures, {
    description: 'As they were when the change was published; null if there were none.',
  }),
  review: nullable(Review, {
    description: 'The review that the provider was under after the change; null if there was none.',
  }),
};

export const Attachment = Type.Object(
  {
    kind: Type.Enum(['rationale', 'disclosures', 'review'], {
      type: 'string',
      description: 'What the leaf contains. Kinds may be added.',
    }),
    leaf: Type.String({
      description:
        'The leaf of the log, exactly: canonical JSON (RFC 8785) that names the provider and an indicator in verification_id. A leaf of kind disclosures or review also holds for the indicators that followed that one.',
    }),
    log: LogEntry,
  },
  { description: 'A leaf of the log about the indicator, with its proof.' },
);
export type Attachment = Static<typeof Attachment>;
