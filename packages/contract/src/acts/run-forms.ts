// What runs and drafts look like: the forms that the acts about them share.

import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { Id, Instant, strict, text } from './forms.ts';
import { Contested } from './inputs.ts';

export const WhichRun = text('Id of a run.', 100);

/** For acts that decide on a draft. */
export const Seen = Type.Optional(
  Type.String({
    pattern: '^[0-9]{1,9}\\.[0-9]{1,9}\\.[0-9]{1,9}$',
    description:
      'The state of the draft that the caller has read, as runs.overview gives it. If it has changed since, the act is refused with what has changed.',
  }),
);

export const RunKind = Type.Enum(['manual', 'scheduled', 'correction', 'reinstatement'], { type: 'string' });
export const RunStatus = Type.Enum(['computing', 'draft', 'published', 'discarded'], { type: 'string' });

const runMembers = {
  id: Id,
  kind: RunKind,
  status: RunStatus,
  as_of: Instant,
  known_at: Instant,
  methodology_digest: Type.String(),
  configuration_digest: Type.String(),
  corrects_proposal: nullable(Id),
  corrected_by_proposal: nullable(Id),
  reason: nullable(Type.String()),
  created_by: Type.String(),
  created_at: Instant,
  finished_at: nullable(Instant),
};

export const Run = strict(runMembers);

export const listedRunMembers = {
  ...runMembers,
  created_by_name: Type.String(),
  providers: nullable(Type.Integer(), {
    description: 'How many providers it scores; null for a correction, or a run of an older version.',
  }),
  progress: nullable(
    strict({
      stage: Type.Enum(['scoring', 'publishing'], { type: 'string' }),
      done: Type.Integer({ description: 'How many providers are done.' }),
      total: Type.Integer(),
      started_at: Instant,
      updated_at: Instant,
    }),
    { description: 'The work that is under way; null if none is.' },
  ),
};

/** A run with its maker and the work on it. */
export const ListedRun = strict(listedRunMembers);

export const Change = strict({
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

const EVIDENCE_QUALITY = 'Evidence quality, from 0.00 to 1.00: how good and how fresh the evidence is.';

export const Result = strict(
  {
    final_score: Type.String(),
    uncapped_score: Type.String(),
    band: Type.String(),
    coverage: Type.String({ description: 'The share of the weight that has unexpired evidence.' }),
    confidence: Type.String({ description: EVIDENCE_QUALITY }),
    modules: Type.Array(strict({ id: Type.String(), label: Type.String() })),
    criteria: Type.Array(
      strict({
        id: Type.String(),
        label: Type.String(),
        module_id: Type.String(),
        value: nullable(Type.String()),
        score: Type.String(),
        weight: Type.String({ description: 'In percent of the whole.' }),
        contribution: Type.String({ description: 'Points that it adds to the score.' }),
        lost: Type.String({ description: 'Points that it loses: its weight less the contribution.' }),
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

export const Draft = strict({
  run: Run,
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
      committee: nullable(
        strict({
          matter: Type.String({ description: 'Id of the matter.' }),
          state: Type.Enum(['open', 'accepted', 'refused'], { type: 'string' }),
          for: Type.Integer(),
          against: Type.Integer(),
          quorum: Type.Integer(),
          because: Type.String({ description: 'What it waits for, or why it was decided so.' }),
        }),
        { description: 'Of what the committee decides and is not published; otherwise null.' },
      ),
      result: nullable(Result, {
        description: 'Of a first indicator, or with full of every new result; otherwise null.',
      }),
    }),
  ),
});
