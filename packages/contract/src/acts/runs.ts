// Runs: each scores providers and creates a draft, which can be published permanently.

import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { act, STAFF_ROLES } from './act.ts';
import { Done, EpochMs, Id, PageInput, pageOf, Reason, Requested, strict, text } from './forms.ts';
import { Contested } from './inputs.ts';

const WhichRun = text('Id of a run.', 100);

const RunKind = Type.Enum(['manual', 'scheduled', 'correction', 'reinstatement'], { type: 'string' });
const RunStatus = Type.Enum(['computing', 'draft', 'published', 'discarded'], { type: 'string' });

const Run = strict({
  id: Id,
  kind: RunKind,
  status: RunStatus,
  as_of: EpochMs,
  known_at: EpochMs,
  methodology_digest: Type.String(),
  configuration_digest: Type.String(),
  corrects_proposal: nullable(Id),
  corrected_by_proposal: nullable(Id),
  reason: nullable(Type.String()),
  created_by: Type.String(),
  created_at: EpochMs,
  finished_at: nullable(EpochMs),
});

const Change = strict({
  previous_score: Type.String(),
  new_score: Type.String(),
  previous_band: Type.String(),
  new_band: Type.String(),
  delta: Type.String(),
  parts: Type.Array(
    strict({
      kind: Type.String(),
      criterion_id: nullable(Type.String()),
      module_id: nullable(Type.String()),
      points: Type.String(),
      before: nullable(Type.String()),
      after: nullable(Type.String()),
    }),
  ),
});

const Vote = strict({
  person: text('Name of a member of the committee.', 200),
  vote: Type.Enum(['for', 'against', 'abstain'], { type: 'string' }),
});

const EVIDENCE_QUALITY = 'Evidence quality, from 0.00 to 1.00: how good and how fresh the evidence is.';

const Result = strict(
  {
    final_score: Type.String(),
    uncapped_score: Type.String(),
    band: Type.String(),
    coverage: Type.String({ description: 'The share of the weight that has unexpired evidence.' }),
    confidence: Type.String({ description: EVIDENCE_QUALITY }),
    criteria: Type.Array(
      strict({
        id: Type.String(),
        label: Type.String(),
        value: nullable(Type.String()),
        score: Type.String(),
        weight: Type.String({ description: 'In percent of the whole.' }),
        contribution: Type.String({ description: 'Points that it adds to the score.' }),
        status: Type.Enum(['scored', 'stale', 'expired', 'missing'], { type: 'string' }),
        grade: nullable(Type.String()),
        evidence_date: nullable(Type.String()),
        confidence: Type.String({ description: EVIDENCE_QUALITY }),
      }),
    ),
    gates: Type.Array(
      strict({ id: Type.String(), value: Type.String(), grade: Type.String(), evidence_date: Type.String() }),
    ),
    caps: Type.Array(
      strict({
        rule: Type.String(),
        name: Type.String(),
        cap: Type.String(),
        binding: Type.Boolean({ description: 'Whether the score is this cap.' }),
      }),
    ),
    missing: Type.Array(Type.String(), {
      description: 'Criteria without evidence, or whose evidence has expired.',
    }),
  },
  { description: 'Everything behind the score.' },
);

const Draft = strict({
  run: Run,
  approved_by: Type.Array(Type.String(), { description: 'Names.' }),
  approvals: Type.Array(
    strict({
      name: Type.String(),
      at: EpochMs,
      votes: Type.Array(Vote),
      dissent: nullable(Type.String()),
      minutes: nullable(Type.String()),
    }),
  ),
  items: Type.Array(
    strict({
      provider_id: Id,
      slug: Type.String(),
      outcome: Type.String(),
      detail: nullable(Type.String()),
      action: Type.String(),
      kind: nullable(Type.String(), {
        description: 'What its publication would be; null if it would not be published.',
      }),
      causes: Type.Array(Type.String()),
      contested: Type.Array(Contested),
      previous_score: nullable(Type.Integer(), { description: 'In hundredths.' }),
      previous_band: nullable(Type.String()),
      new_score: nullable(Type.Integer(), { description: 'In hundredths.' }),
      new_band: nullable(Type.String()),
      verification_id: nullable(Type.String(), {
        description: 'Of the new result, which keeps it when it is published; null if there is no score.',
      }),
      publication_id: nullable(Id, {
        description: 'The publication that contains it; null while it is a draft.',
      }),
      change: nullable(Change),
      result: nullable(Result, {
        description: 'Of a first indicator, or with full of every new result; otherwise null.',
      }),
    }),
  ),
});

export const runActs = {
  'runs.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Lists runs, newest first.',
    input: strict({
      status: Type.Optional(RunStatus),
      kind: Type.Optional(RunKind),
      since: Type.Optional(EpochMs),
      until: Type.Optional(EpochMs),
      ...PageInput,
    }),
    answer: pageOf(Run),
  }),
  'runs.show': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Shows what a draft would change, and why.',
    input: strict({
      run: WhichRun,
      full: Type.Optional(
        Type.Boolean({
          description: 'Everything behind every new result, not only behind first indicators.',
        }),
      ),
    }),
    answer: Draft,
  }),
  'runs.compute': act({
    kind: 'act',
    takesLong: true,
    who: { staff: ['analyst', 'operator'] },
    description: 'Scores providers as of an instant and creates a draft.',
    input: strict({
      providers: Type.Optional(
        Type.Array(text('Id or slug of a provider.', 100), {
          description: 'Every provider that is not retired, if absent.',
        }),
      ),
      as_of: Type.Optional(EpochMs),
      configuration: Type.Optional(text('Name of a configuration; "default" if absent.', 100)),
      everything: Type.Optional(
        Type.Boolean({ description: 'Publish every scored provider, whether or not anything changed.' }),
      ),
      reason: Type.Optional(Reason),
    }),
    answer: strict({ run_id: Id }),
    creates: true,
  }),
  'runs.approve': act({
    kind: 'act',
    who: { staff: ['reviewer', 'operator'], secondPerson: 'somebody other than the person who publishes' },
    description:
      'Approves a draft as the second person that a first indicator, a band change, a correction or a reinstatement takes.',
    input: strict({
      run: WhichRun,
      votes: Type.Optional(Type.Array(Vote, { maxItems: 100, description: 'The votes of a committee.' })),
      dissent: Type.Optional(text('What those who were against it said.', 10_000)),
      minutes: Type.Optional(text('Minutes of the meeting.', 10_000)),
    }),
    answer: Done,
  }),
  'runs.discard': act({
    kind: 'act',
    who: {
      staff: ['analyst', 'reviewer', 'operator'],
      secondPerson:
        'for a draft with a lower band or a correction: an operator, reviewer or chief risk officer who approves the request',
    },
    description: 'Discards a draft: a reviewer or operator that of anybody, an analyst their own.',
    input: strict({ run: WhichRun, reason: Reason }),
    answer: Requested,
  }),
  'runs.publish': act({
    kind: 'act',
    takesLong: true,
    publishes: true,
    who: {
      staff: ['operator'],
      secondPerson:
        'for a first indicator, a band change, a correction or a reinstatement: a reviewer or operator who approved the draft',
    },
    description: 'Publishes a draft permanently.',
    input: strict({
      run: WhichRun,
      checkpoints: Type.Optional(
        Type.Array(text('A signed checkpoint.', 10_000), {
          description:
            'Checkpoints that were kept outside the store. If the store is behind them, nothing is published.',
        }),
      ),
    }),
    answer: strict({
      publication_id: Id,
      published: Type.Integer({ description: 'Number of new indicators.' }),
      verified: Type.Integer({ description: 'Number of indicators that were confirmed.' }),
      held: Type.Array(Id, {
        description: 'Ids of providers that wait for the approval of a second person.',
      }),
      already: Type.Boolean({
        description: 'Whether it had already been published, so that nothing was written.',
      }),
    }),
  }),
};
