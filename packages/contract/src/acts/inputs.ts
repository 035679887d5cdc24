// Inputs: proposed by an analyst, approved or rejected by a reviewer who is another person.

import { Type } from 'typebox';
import { mapOf, nullable } from '../schemas/forms.ts';
import { act, STAFF_ROLES } from './act.ts';
import { DocumentCopy } from './evidence.ts';
import { EpochMs, Id, listOf, Reason, record, row, strict, text } from './forms.ts';

export const PROPOSAL_STATUSES = ['open', 'approved', 'rejected', 'superseded', 'retracted'] as const;
const Status = Type.Enum([...PROPOSAL_STATUSES], { type: 'string' });
const secondPerson = 'a reviewer who did not propose the input';

const EVIDENCE =
  'the id of evidence on record, or an object with kind, title, evidence_date, grade, url, page, quote, and document ' +
  '(a name in documents) or sha256 (of a stored copy)';

/** Copies of documents that evidence names, each sent once however many rows share it. */
const Documents = Type.Optional(mapOf(DocumentCopy, { description: 'Documents by a name of your choice.' }));

const Proposed = strict({
  batch_id: Id,
  proposal_ids: Type.Array(Id, { description: 'In the order of the rows.' }),
});

const Decide = {
  proposals: Type.Optional(
    Type.Array(text('Id of a proposal.', 100), { description: 'Either these, or a batch.' }),
  ),
  batch: Type.Optional(text('Id of a batch: all its open proposals.', 100)),
};
const Decided = strict({ proposal_ids: Type.Array(Id) });

const Proposal = strict({
  id: Id,
  batch_id: Id,
  provider_id: Id,
  slug: Type.String(),
  input: Type.String(),
  value: Type.String(),
  renewal: Type.Boolean(),
  status: Status,
  evidence: strict({
    id: Id,
    kind: Type.String(),
    title: Type.String(),
    evidence_date: Type.String(),
    grade: Type.String(),
  }),
  facts: mapOf(Type.String(), { description: 'What the value was checked against.' }),
  proposed_by: Type.String(),
  proposed_at: EpochMs,
  decided_by: nullable(Type.String()),
  decided_at: nullable(EpochMs),
  reason: nullable(Type.String()),
});

const DueInput = strict({
  provider_id: Id,
  slug: Type.String(),
  input: Type.String(),
  is_gate: Type.Boolean(),
  value: nullable(Type.String()),
  evidence_date: nullable(Type.String()),
  loses_from: nullable(Type.String(), { description: 'The first day on which it counts less.' }),
  lapses_on: nullable(Type.String(), { description: 'The first day on which it counts nothing.' }),
  days_left: nullable(Type.Integer(), { description: 'Until it counts less; negative once it does.' }),
  points_at_stake: Type.Integer({ description: 'In hundredths; for a gate the whole score.' }),
});

export const inputActs = {
  'inputs.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Lists proposed inputs, oldest first.',
    input: strict({
      status: Type.Optional(Status),
      batch: Type.Optional(text('Only those of this batch.', 100)),
      limit: Type.Optional(Type.Integer({ minimum: 1, description: 'At most so many; 1000 if absent.' })),
    }),
    answer: listOf(Proposal),
  }),
  'inputs.due': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Lists the inputs that lose points soon, gates first, with the points at stake.',
    input: strict({
      days: Type.Integer({ minimum: 0, maximum: 9999, description: 'How far to look ahead.' }),
      as_of: Type.Optional(EpochMs),
      missing: Type.Optional(Type.Boolean({ description: 'Also inputs that have no evidence yet.' })),
    }),
    answer: listOf(DueInput),
  }),
  'inputs.propose': act({
    kind: 'act',
    who: { staff: ['analyst'], secondPerson },
    description: 'Proposes inputs with their evidence, as one batch: all rows or none.',
    input: strict({
      rows: Type.Array(row(`Members: provider, input, value, evidence (${EVIDENCE}), facts.`)),
      documents: Documents,
    }),
    answer: Proposed,
    creates: true,
  }),
  'inputs.renew': act({
    kind: 'act',
    who: { staff: ['analyst'], secondPerson },
    description:
      'Proposes the current values of an input again, with one piece of evidence for all providers.',
    input: strict({
      input: text('Id of a criterion or of a gate.', 100),
      providers: Type.Optional(
        Type.Array(text('Id or slug of a provider.', 100), {
          description: 'Every provider that is not retired, if absent.',
        }),
      ),
      evidence: Type.Union([text('Id of evidence on record.', 100), record(`Evidence: ${EVIDENCE}.`)]),
      documents: Documents,
    }),
    answer: Proposed,
    creates: true,
  }),
  'inputs.approve': act({
    kind: 'act',
    who: { staff: ['reviewer'], secondPerson },
    description: 'Approves proposals of another person: all that are named or none.',
    input: strict({ ...Decide, reason: Type.Optional(Reason) }),
    answer: Decided,
  }),
  'inputs.reject': act({
    kind: 'act',
    who: { staff: ['reviewer'], secondPerson },
    description: 'Rejects proposals of another person and says why: all that are named or none.',
    input: strict({ ...Decide, reason: Reason }),
    answer: Decided,
  }),
};
