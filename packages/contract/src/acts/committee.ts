// A run as a committee reads it: the groups of its providers, one provider at a time, and who has read what.

import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { act, STAFF_ROLES } from './act.ts';
import { Done, givenInstant, Id, Instant, PageInput, pageOf, strict, text } from './forms.ts';
import { Contested } from './inputs.ts';
import { DecidedEvidence } from './proposals.ts';
import { Change, ListedRun, Result, WhichRun } from './run-forms.ts';

/** In the order in which a committee reads them: what it decides comes first. */
export const ITEM_GROUPS = [
  'initial',
  'band_change',
  'correction',
  'reinstatement',
  'methodology_change',
  'score_change',
  'drift',
  'renewal',
  'not_scored',
  'withdrawn',
  'confirmed',
  'unchanged',
] as const;

export const Group = Type.Enum([...ITEM_GROUPS], {
  type: 'string',
  description: 'What publishing the run would be to the provider.',
});
const WhichProvider = text('Id or slug of a provider.', 100);
const Band = nullable(Type.String());
const Hundredths = nullable(Type.Integer(), { description: 'In hundredths.' });

const scores = {
  previous_score: Hundredths,
  previous_band: Band,
  new_score: Hundredths,
  new_band: Band,
};

const itemMembers = {
  provider_id: Id,
  slug: Type.String(),
  name: Type.String(),
  as_of: Instant,
  group: Group,
  ...scores,
  is_published: Type.Boolean(),
};

export const committeeActs = {
  'runs.overview': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description:
      'Shows what publishing a run would make public, what the committee decided, and what has changed since.',
    input: strict({ run: WhichRun }),
    answer: strict({
      run: ListedRun,
      committee: strict(
        {
          open: Type.Integer(),
          accepted: Type.Integer({ description: 'Accepted, and not published yet.' }),
          refused: Type.Integer(),
          publishes: Type.Integer({ description: 'How many new indicators would be published now.' }),
          confirms: Type.Integer({ description: 'How many indicators would be confirmed.' }),
          why_not: nullable(Type.String(), {
            description: 'Why publishing would be refused now; null if it would not.',
          }),
          held: Type.Array(
            strict({ provider_id: Id, slug: Type.String(), name: Type.String(), why: Type.String() }),
            { description: 'The first 20 that would stay in the draft.' },
          ),
        },
        { description: 'What the committee has decided of it.' },
      ),
      groups: Type.Array(
        strict({
          group: Group,
          items: Type.Integer(),
          published: Type.Integer({ description: 'How many of them are published.' }),
          read: Type.Integer({ description: 'How many of them the caller has read.' }),
          by_committee: Type.Boolean({ description: 'Whether the committee decides them.' }),
        }),
      ),
      notable: Type.Array(
        strict({
          provider_id: Id,
          slug: Type.String(),
          name: Type.String(),
          group: Group,
          previous_band: Band,
          new_band: Band,
        }),
        { description: 'The first 20 that the committee decides and that are not published.' },
      ),
      seen: Type.String({ description: 'The state of the draft, for the acts that decide on it.' }),
      approved_since: strict(
        {
          count: Type.Integer(),
          newest: Type.Array(
            strict({
              slug: nullable(Type.String()),
              name: nullable(Type.String()),
              currency: nullable(Type.String()),
              input: Type.String(),
              value: Type.String(),
              approved_at: Instant,
            }),
            { description: 'The newest 20.' },
          ),
        },
        { description: 'Inputs that were approved after the run was computed, which it does not use.' },
      ),
      moved: Type.Integer({
        description: 'How many providers have another current indicator than when the run was computed.',
      }),
      discard_takes_two: Type.Boolean(),
    }),
  }),
  'runs.items': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Lists the providers of a run by group: what the committee decides first, then by slug.',
    input: strict({
      run: WhichRun,
      group: Type.Optional(Group),
      text: Type.Optional(text('Only providers whose name contains this.', 100)),
      ...PageInput,
    }),
    answer: pageOf(
      strict({
        ...itemMembers,
        read_at: nullable(Instant, { description: 'When the caller first read it.' }),
      }),
    ),
  }),
  'runs.item': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Shows what a run says about one provider, with the evidence of its changed inputs.',
    input: strict({
      run: WhichRun,
      provider: WhichProvider,
      as_of: Type.Optional(
        givenInstant('The scoring time, where a correction restates a provider several times.'),
      ),
    }),
    answer: strict({
      ...itemMembers,
      detail: nullable(Type.String(), { description: 'Why there is no score; null if there is one.' }),
      causes: Type.Array(Type.String()),
      previous_id: nullable(Type.String(), { description: 'Verification id of the earlier indicator.' }),
      previous_as_of: nullable(Instant),
      change: nullable(Change),
      result: nullable(Result, { description: 'Null if there is no score.' }),
      inputs: Type.Array(
        strict({
          input: Type.String(),
          before: nullable(Type.String()),
          after: nullable(Type.String()),
          grade: nullable(Type.String()),
          evidence_date: nullable(Type.String()),
          proposal: nullable(DecidedEvidence, { description: 'Null for a value that runs derive.' }),
        }),
        { description: 'Of a first indicator all inputs, otherwise those with another value or evidence.' },
      ),
      contested: Type.Array(Contested),
      read_by: Type.Array(strict({ staff_id: Id, name: Type.String(), at: Instant })),
    }),
  }),
  'runs.mark_read': act({
    kind: 'act',
    who: { staff: STAFF_ROLES },
    description:
      'Records that the caller has read what a run says about a provider, once for each person. Refused while evidence of a changed input was not on their screen.',
    input: strict({ run: WhichRun, provider: WhichProvider }),
    answer: Done,
    audit: ['run.read'],
  }),
};
