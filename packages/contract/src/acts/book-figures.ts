// What a book shows: its figures, and its positions with what is known of their names.

import type { TProperties } from 'typebox';
import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { Id, Instant, strict, text } from './forms.ts';

export const Amount = Type.String({ description: 'An exact decimal in the reporting currency of the book.' });
export const Percent = Type.Number({ description: 'Per cent, with at most two decimals.' });
const Score = Type.Number({ description: 'From 0 to 100, with at most two decimals.' });
const Points = Type.Number({ description: 'Points of the composite, with at most two decimals.' });
export const Count = Type.Integer({ minimum: 0 });

export const Day = (description: string) => text(`${description} A date, such as 2026-03-31.`, 10);

export const whichState = {
  effective_on: Type.Optional(
    Day('The book, and the scores, of this day. If absent, that of known_at, or today.'),
  ),
};

export const CHANNELS = ['mail', 'slack', 'pagerduty'] as const;
export const RIGHTS = ['see', 'edit', 'approve_limits'] as const;
export const BookMeasure = Type.Enum(['net', 'gross'], {
  type: 'string',
  description: 'What sums and weights count.',
});
export const Rights = Type.Array(Type.Enum([...RIGHTS], { type: 'string' }));

export const versionMembers = {
  number: Type.Integer({ minimum: 1 }),
  effective_on: Type.String({ description: 'The day from which on it counts.' }),
  recorded_at: Instant,
  recorded_by: Id,
  recorded_by_name: Type.String(),
};

const Outside = Type.Enum(['not_stated', 'negative', 'no_rate'], {
  type: 'string',
  description: 'Why the position stands outside the sums.',
});

const Band = Type.Enum(['LOW', 'MEDIUM', 'ELEVATED', 'HIGH', 'none'], {
  type: 'string',
  description: 'none: without a score.',
});

export const Decision = Type.Enum(['ALLOW', 'REVIEW', 'BLOCK'], { type: 'string' });

export const nameMembers = {
  name: Type.String({ description: 'That of the provider, or the one in the book.' }),
  provider: nullable(Id, { description: 'Null for a name that is not matched to a provider.' }),
};

const State = Type.Enum(['scored', 'withdrawn', 'not_scored', 'not_matched'], { type: 'string' });

export const NamedExposure = strict({
  ...nameMembers,
  ...{
    state: State,
    score: nullable(Score),
    band: nullable(Type.String()),
    exposure: Amount,
    share: Percent,
  },
});

export const share = <const What extends TProperties>(what: What) => ({
  ...what,
  ...{ names: Count, exposure: Amount, share: Percent },
});

export const LimitOf = Type.Union(
  [
    strict({ kind: Type.Literal('name'), name: Type.String() }),
    strict({ kind: Type.Literal('group'), group: Type.String() }),
    strict({ kind: Type.Literal('band'), band: Band }),
  ],
  { description: 'A name (the id of a provider, or a name without one), a group or a band.' },
);

const limitMembers = {
  id: Type.String(),
  measure: Type.Enum(['net', 'gross', 'share'], { type: 'string' }),
  of: LimitOf,
  at_most: Type.String({ description: 'An amount in the reporting currency, or per cent for a share.' }),
};

export const Limit = strict(limitMembers);

const Cure = Type.Union(
  [
    strict({
      kind: Type.Literal('reduce'),
      by: Type.String({ description: 'By how much the exposure has to fall, and leave the book.' }),
    }),
    strict({
      kind: Type.Literal('raise'),
      to: Type.String({ description: 'The lowest limit that holds. To raise one takes a second person.' }),
    }),
  ],
  { description: 'What ends the breach.' },
);

export const Figures = {
  id: Id,
  name: Type.String(),
  currency: Type.String(),
  measure: BookMeasure,
  version: nullable(strict(versionMembers), { description: 'Null while the book is empty.' }),
  effective_on: Type.String({ description: 'The day that was asked for.' }),
  known_at: Instant,
  scores_as_of: Instant,
  positions: Count,
  names: Count,
  total: Amount,
  shown: strict(
    { needs_you: Count, block: Count, review: Count },
    { description: 'How many positions books.positions shows with each of these.' },
  ),
  composite: strict(
    {
      score: nullable(Score, { description: 'The mean score, weighted by exposure. It has no band.' }),
      coverage: nullable(Percent, { description: 'The share of the exposure whose names have a score.' }),
      unscored_at_zero: nullable(Score, { description: 'The same with 0 for names without a score.' }),
    },
    { description: 'Null where nothing has a score, or nothing counts.' },
  ),
  losses: strict(
    {
      data: Type.Array(strict({ ...nameMembers, score: Score, exposure: Amount, points: Points })),
      others: strict({ names: Count, points: Points }),
    },
    {
      description:
        'What holds the composite down, the largest first. All of them, with others, are 100.00 minus the composite.',
    },
  ),
  worst: Type.Array(NamedExposure, { description: 'The names with the lowest scores.' }),
  withdrawn: Type.Array(
    strict({
      ...nameMembers,
      ...{ exposure: Amount, share: Percent, withdrawn_at: Instant, reason: Type.String() },
    }),
    { description: 'At most 100 names whose score was withdrawn, the largest first.' },
  ),
  unscored: strict(
    share({
      data: Type.Array(NamedExposure, { description: 'At most 100, the largest first.' }),
    }),
    { description: 'The names without a score, withdrawn ones too.' },
  ),
  bands: Type.Array(strict(share({ band: Band }))),
  types: Type.Array(
    strict(
      share({
        type: nullable(Type.String(), { description: 'Of the product; null without a score.' }),
      }),
    ),
  ),
  frameworks: strict({
    is_mixed: Type.Boolean({
      description: 'Whether scores of more than one framework are in the composite.',
    }),
    data: Type.Array(
      strict(share({ framework: nullable(Type.String(), { description: 'Null without a score.' }) })),
    ),
  }),
  concentration: nullable(
    strict({
      largest: NamedExposure,
      five_largest: Percent,
      hhi: Type.Integer({ description: 'The sum of the squared shares in per cent: 10000 is one name.' }),
    }),
    { description: 'Null if nothing counts.' },
  ),
  outside: strict({
    positions: Count,
    data: Type.Array(
      strict({
        ...{ position: Type.String(), name: Type.String(), currency: Type.String() },
        amount: nullable(Type.String(), { description: 'In the currency of the position.' }),
        reason: Outside,
      }),
      { description: 'At most 100 positions that stand outside the sums.' },
    ),
  }),
  limits: Type.Array(
    strict({
      ...limitMembers,
      used: Type.String({ description: 'As at_most; a share is rounded.' }),
      breached: Type.Boolean(),
      outside: Type.Integer({
        minimum: 0,
        description: 'How many of its positions stand outside the sums, so that more may be used.',
      }),
      cures: Type.Array(Cure, { description: 'Empty unless it is breached.' }),
    }),
  ),
  policy: nullable(
    strict({
      name: Type.String(),
      version: nullable(Type.Integer(), { description: 'Null if no version is active.' }),
      decisions: Type.Array(strict(share({ decision: Decision }))),
    }),
    {
      description:
        'What the active version would decide of the existing exposure to each name. Nothing of it is kept or signed.',
    },
  ),
  lapses: Type.Array(
    strict({
      day: Type.String(),
      what: Type.Enum(['evidence', 'stale'], {
        type: 'string',
        description:
          'evidence: the next evidence begins to count less. stale: the score is stale if no gate is checked again.',
      }),
      ...{ names: Count, exposure: Amount, share: Percent },
      first: Type.Array(Type.String(), { description: 'At most five names, the largest first.' }),
    }),
    { description: 'By day, for the next 90 days.' },
  ),
  change: nullable(
    strict({
      since: Type.String(),
      before: nullable(Score),
      after: nullable(Score),
      coverage_before: nullable(Percent),
      measure_differs: Type.Boolean({ description: 'Whether the two versions count different measures.' }),
      lines: Type.Array(
        strict({
          ...nameMembers,
          cause: Type.Enum(['score', 'exposure', 'entered', 'left', 'scored', 'unscored'], {
            type: 'string',
          }),
          points: Points,
        }),
        { description: 'The largest first. All of them, with others, are the difference.' },
      ),
      others: strict({ lines: Count, points: Points }),
    }),
    { description: 'Null unless since was given. Without lines where either side has no score.' },
  ),
};

export const FILTERS = ['all', 'needs_you', 'block', 'review', 'unscored', 'outside'] as const;
export const POSITION_SORTS = ['exposure', 'score', 'loss', 'name'] as const;

export const PositionRow = strict({
  id: Type.String(),
  ...nameMembers,
  written_name: Type.String({ description: 'As the book has it.' }),
  currency: Type.String(),
  gross: nullable(Type.String()),
  collateral: nullable(Type.String()),
  net: nullable(Type.String()),
  group: nullable(Type.String()),
  maturity: nullable(Type.String()),
  note: nullable(Type.String()),
  tags: Type.Array(Type.String()),
  exposure: nullable(Amount, { description: 'Null outside the sums.' }),
  share: nullable(Percent),
  outside: nullable(Outside),
  name_exposure: Amount,
  name_share: Percent,
  state: State,
  score: nullable(Score),
  band: nullable(Type.String()),
  type: nullable(Type.String()),
  framework: nullable(Type.String()),
  stale: Type.Boolean(),
  stale_reason: nullable(Type.String()),
  withdrawn_at: nullable(Instant),
  next_lapse_at: nullable(Instant),
  stale_from: nullable(Instant),
  loss: nullable(Points, { description: 'What the name takes from the composite.' }),
  decision: nullable(Decision, { description: 'Null without a policy.' }),
  decided_by: nullable(Type.String()),
  sentence: nullable(Type.String()),
  breaches: Type.Array(Type.String(), {
    description: 'The limits that the position takes part in breaching.',
  }),
  needs_you: Type.Boolean({
    description:
      'Whether the policy reviews or blocks it, a limit of it is breached, its score is stale or withdrawn, its name is not matched, or it stands outside the sums.',
  }),
});
