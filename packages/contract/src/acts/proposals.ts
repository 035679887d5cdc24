// Proposed inputs as a reviewer sees them: what counts now, the evidence, and what an approval would change.

import { mapOf, nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { Evidence } from './evidence.ts';
import { Id, Instant, strict } from './forms.ts';

const PROPOSAL_STATUSES = ['open', 'approved', 'rejected', 'superseded', 'retracted'] as const;
export const ProposalStatus = Type.Enum([...PROPOSAL_STATUSES], { type: 'string' });

const hundredths = (description: string) => nullable(Type.Integer(), { description });
const RuleIds = Type.Array(Type.String(), { description: 'Ids of hard rules.' });

const CurrentValue = strict({
  value: Type.String(),
  grade: nullable(Type.String(), {
    description: 'Null, like the members below, if it was recorded before facts needed evidence.',
  }),
  evidence_date: nullable(Type.String()),
  evidence_id: nullable(Id, { description: 'Null also if runs derive the value.' }),
  proposal_id: nullable(Id),
});

export const Effect = strict({
  score_before: hundredths('The score that a run would give now, in hundredths; null if there is none.'),
  score_after: hundredths('The same, once this proposal alone is approved.'),
  points: hundredths(
    'The change of the score, in hundredths; null unless there is a score before and after.',
  ),
  band_before: nullable(Type.String()),
  band_after: nullable(Type.String()),
  caps: strict({ added: RuleIds, removed: RuleIds, changed: RuleIds }),
  contested: nullable(strict({ needs: Type.String() }), {
    description:
      'Set if the value would not count, because better evidence contradicts it: the grade that it would need.',
  }),
  through: Type.Array(strict({ input: Type.String(), points: Type.Integer() }), {
    description:
      'Other criteria that the value moves, such as one that runs derive from it, with their change in hundredths. The ' +
      'largest five.',
  }),
  reason: nullable(Type.String(), { description: 'Why there is no score, or why the score stays the same.' }),
});

const UnusualMark = strict({
  kind: Type.Enum(['range', 'change', 'together', 'quote'], { type: 'string' }),
  message: Type.String(),
});

const RateEffect = strict({
  providers: Type.Integer({ description: 'Providers that pay in the currency.' }),
  changed: Type.Integer({ description: 'How many of them would get another score, band or cap.' }),
  band_changes: Type.Integer(),
  largest: nullable(strict({ slug: Type.String(), name: Type.String(), points: Type.Integer() }), {
    description: 'The largest change of a score, in hundredths.',
  }),
  reason: nullable(Type.String(), { description: 'Why nothing would change.' }),
});

const PendingDecision = strict({
  decision: Type.Enum(['approved', 'rejected'], { type: 'string' }),
  decided_by: Type.String(),
  decided_by_name: Type.String(),
  decided_at: Instant,
  in_force_at: Instant,
  reason: nullable(Type.String()),
  lapsed_at: nullable(Instant, {
    description: 'Set if it could not be put in force: then it counts no longer, and anybody may decide.',
  }),
  lapsed_because: nullable(Type.String()),
});

const Message = strict({
  kind: Type.Enum(['question', 'answer'], { type: 'string' }),
  message: Type.String(),
  written_by: Type.String(),
  written_by_name: Type.String(),
  written_at: Instant,
});

export const Proposal = strict({
  id: Id,
  batch_id: Id,
  provider_id: nullable(Id, { description: 'Null, like the slug, for a reference rate.' }),
  slug: nullable(Type.String()),
  provider_name: nullable(Type.String()),
  currency: nullable(Type.String(), { description: 'Of a reference rate.' }),
  input: Type.String(),
  value: Type.String(),
  current: nullable(CurrentValue, { description: 'The value that counts now; null if there is none.' }),
  effect: nullable(Effect, {
    description: 'What approving this proposal alone would change; only for open proposals about a provider.',
  }),
  rate_effect: nullable(RateEffect, {
    description: 'The same, only for open proposals of a reference rate.',
  }),
  unusual: Type.Array(UnusualMark, {
    description: 'What both people confirm with a sentence; only for open proposals.',
  }),
  renewal: Type.Boolean(),
  status: ProposalStatus,
  evidence: Evidence,
  facts: mapOf(Type.String(), { description: 'What the value was checked against.' }),
  digest: Type.String({
    description: 'Of the proposal and its evidence as they are shown here; send it with a decision on them.',
  }),
  proposed_by: Type.String(),
  proposed_by_name: Type.String(),
  proposed_at: Instant,
  decided_by: nullable(Type.String()),
  decided_by_name: nullable(Type.String()),
  decided_at: nullable(Instant),
  decided_opened: nullable(Type.Boolean(), {
    description:
      'Whether the person who decided had opened the document; null without a document, or if it was not recorded.',
  }),
  reason: nullable(Type.String()),
  note: nullable(Type.String(), { description: 'What the analyst wrote for the reviewer.' }),
  confirmation: nullable(Type.String(), {
    description: 'Why what is unusual is right, in the words of the proposer.',
  }),
  decided_confirmation: nullable(Type.String(), {
    description: 'The same, in the words of the person who approved it.',
  }),
  shared_reason: nullable(Type.String(), {
    description: 'Why evidence of another provider supports the value.',
  }),
  pending: nullable(PendingDecision, {
    description: 'A decision that can still be taken back, or that lapsed. The proposal is open meanwhile.',
  }),
  messages: Type.Array(Message, {
    description:
      'Questions to the proposer, and answers. Unless the last is an answer, it cannot be approved.',
  }),
});

const HardRule = strict({
  id: Type.String(),
  name: Type.String(),
  tiers: Type.Array(
    strict({
      condition: Type.String({ description: 'Such as "reserve_coverage < 100".' }),
      cap: Type.String(),
    }),
  ),
});

/** What the framework, or the desk in the case of a fact, says about an input. */
export const InputDefinition = strict({
  kind: Type.Enum(['criterion', 'gate', 'fact'], { type: 'string' }),
  label: Type.String(),
  form: Type.String({ description: 'The form of its value in words.' }),
  measure: nullable(Type.String(), { description: 'What is measured.' }),
  unit: nullable(Type.String()),
  scale: nullable(Type.Integer(), { description: 'Number of decimals.' }),
  breakpoints: nullable(Type.Array(strict({ value: Type.String(), points: Type.String() })), {
    description: 'The points of a number; they are linear between these values.',
  }),
  options: nullable(
    Type.Array(
      strict({
        value: Type.String(),
        points: nullable(Type.String()),
        meaning: nullable(Type.String()),
      }),
    ),
    { description: 'Worst first.' },
  ),
  max_age_days: nullable(Type.Integer(), { description: 'The age from which evidence loses points.' }),
  hard_rules: Type.Array(HardRule, { description: 'The hard rules that depend on it.' }),
});

export const DecidedProposal = strict({
  id: Id,
  slug: nullable(Type.String()),
  currency: nullable(Type.String()),
  input: Type.String(),
  old_value: nullable(Type.String(), {
    description: 'The value that counted before; null if there was none.',
  }),
  value: Type.String(),
  opened: nullable(Type.Boolean(), {
    description: 'Whether the caller had opened the document; null if there is none.',
  }),
});

/** An approved proposal as what supports a value. */
export const DecidedEvidence = strict({
  id: Id,
  evidence: Evidence,
  proposed_by_name: Type.String(),
  decided_by_name: nullable(Type.String()),
  decided_at: nullable(Instant),
  decided_opened: nullable(Type.Boolean(), {
    description: 'Whether the person who approved it had opened the document; null without one.',
  }),
});
