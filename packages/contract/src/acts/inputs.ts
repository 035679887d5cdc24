// Inputs and facts: proposed by an analyst, and approved or rejected by a reviewer who is a different person.

import { mapOf, nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, STAFF_ROLES } from './act.ts';
import { DueAssignee, Outdated } from './due.ts';
import { DocumentCopy, RecordedEvidence } from './evidence.ts';
import {
  GivenInstant,
  givenInstant,
  Id,
  Instant,
  lines,
  PageInput,
  pageOf,
  Reason,
  record,
  row,
  strict,
  text,
} from './forms.ts';
import { DecidedProposal, InputDefinition, Proposal, ProposalStatus } from './proposals.ts';

const secondPerson = 'a reviewer who did not propose the input';

const EVIDENCE =
  'the id of recorded evidence, or an object with kind, title, evidence_date, source (who issued it), grade (follows from kind ' +
  'and source, if absent; a better one needs grade_reason), url, page, region, quote, group (if it does not belong to one ' +
  'provider), and document (a name in documents) or sha256 (of a stored copy)';

/** A sentence about something unusual. */
const Confirmation = lines(
  'Why what is unusual about the values is right. Needed if anything is unusual.',
  1000,
);
const SharedReason = lines('Why evidence of another provider supports the value.', 1000);

/** Copies of the documents that evidence names, so that a document that several rows share is sent once. */
export const Documents = Type.Optional(
  mapOf(DocumentCopy, { description: 'Documents, each under a name of your choice.' }),
);

const Proposed = strict({
  batch_id: Id,
  proposal_ids: Type.Array(Id, {
    description: 'In the order of the rows, without those that were only checked.',
  }),
  checked: Type.Integer({
    description: 'Rows whose value follows from others: it was checked, and runs derive it.',
  }),
  skipped: Type.Integer({ description: 'Rows of a sheet of due inputs that have no result.' }),
});

/** An approved value that does not count, because stronger evidence contradicts it. */
export const Contested = strict({
  input: Type.String(),
  value: Type.String(),
  grade: Type.String(),
  evidence_date: Type.String(),
  needs: Type.String({ description: 'The grade of evidence that it would take.' }),
});

const Decide = {
  proposals: Type.Optional(
    Type.Array(text('Id of a proposal.', 100), { description: 'Give either these or a batch.' }),
  ),
  batch: Type.Optional(text('Id of a batch: all its open proposals.', 100)),
};
const Decided = strict({ decided: Type.Array(DecidedProposal) });

const DueInput = strict({
  provider_id: Id,
  slug: Type.String(),
  input: Type.String(),
  is_gate: Type.Boolean(),
  value: nullable(Type.String()),
  grade: nullable(Type.String()),
  evidence_date: nullable(Type.String()),
  loses_from: nullable(Type.String(), { description: 'The first day on which it loses points.' }),
  lapses_on: nullable(Type.String(), { description: 'The first day on which it has no points left.' }),
  days_left: nullable(Type.Integer(), { description: 'Days until it loses points; negative once it has.' }),
  points_at_stake: Type.Integer({ description: 'In hundredths; for a gate, the whole score.' }),
  assignee: nullable(Type.String(), { description: 'Name of the person who looks after it.' }),
  note: nullable(Type.String()),
});

export const inputRecords = {
  'inputs.proposed': {
    sentence: ['Proposed {after.proposals|count input}', 'Proposed inputs'],
    news: '{count|count batch of inputs,batches of inputs} proposed',
  },
  'inputs.renewal_proposed': {
    sentence: ['Proposed to renew {after.proposals|count input}', 'Proposed to renew inputs'],
    news: '{count|count renewal} proposed',
  },
  'inputs.approved': {
    sentence: ['Approved {after.proposals|count input}', 'Approved inputs'],
    news: '{count|count decision} to approve inputs',
  },
  'inputs.rejected': {
    sentence: ['Rejected {after.proposals|count input}', 'Rejected inputs'],
    news: '{count|count decision} to reject inputs',
  },
  'inputs.decision_pending': {
    sentence:
      '[{if after.decision = "rejected"}Rejected][{unless after.decision = "rejected"}Approved] [{after.proposals|count input}][{unless after.proposals}inputs], which can still be taken back',
  },
  'inputs.decision_taken_back': { sentence: 'Took back a decision[ on {before.proposals|count input}]' },
  'inputs.decision_lapsed': {
    sentence: 'A decision[ on {before.proposals|count input}] lapsed before it took effect',
  },
  'inputs.question_asked': { sentence: 'Asked a question about a proposed input' },
  'inputs.question_answered': { sentence: 'Answered a question about a proposed input' },
} satisfies AuditTable;

export const inputActs = {
  'inputs.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description:
      'Lists proposed inputs with the values that count now, their evidence and their effect, oldest first.',
    input: strict({
      status: Type.Optional(ProposalStatus),
      batch: Type.Optional(text('Only those of this batch.', 100)),
      provider: Type.Optional(text('Only those about this provider (id or slug).', 100)),
      proposer: Type.Optional(text('Only those that this person proposed (id or name).', 120)),
      input: Type.Optional(text('Only those of this criterion, gate or fact.', 100)),
      document: Type.Optional(
        text('Only those whose evidence is this stored document (its SHA-256), or has this title.', 500),
      ),
      since: Type.Optional(GivenInstant),
      until: Type.Optional(GivenInstant),
      decided_since: Type.Optional(givenInstant('Only those that were decided at this instant or later.')),
      plain: Type.Optional(
        Type.Boolean({ description: 'Without the values that count now and the effects: quicker.' }),
      ),
      ...PageInput,
    }),
    answer: pageOf(Proposal),
    command: {
      name: 'inputs list',
      description: 'List proposals by batch, oldest first, with what approving each alone would change.',
      options: { status: { default: 'open' } },
      limit: 1000,
      isPersonal: true,
    },
  }),
  'inputs.count': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Counts the open proposals, by what they wait for.',
    input: strict({}),
    answer: strict({
      waiting: Type.Integer({ description: 'Of others, and nothing but a decision is missing.' }),
      asked: Type.Integer({ description: 'Of others, returned with a question.' }),
      own: Type.Integer({ description: 'Proposed by the caller.' }),
      to_answer: Type.Integer({ description: 'Of those, returned with a question.' }),
    }),
  }),
  'inputs.choices': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description:
      'Lists the providers, documents and proposers of the open proposals, by which the list can be filtered.',
    input: strict({}),
    answer: strict({
      providers: Type.Array(strict({ slug: Type.String(), name: Type.String(), proposals: Type.Integer() })),
      documents: Type.Array(
        strict({
          document: Type.String({
            description: 'Its SHA-256, or the title of evidence without a stored document.',
          }),
          title: Type.String(),
          proposals: Type.Integer(),
        }),
      ),
      proposers: Type.Array(strict({ id: Id, name: Type.String(), proposals: Type.Integer() })),
    }),
  }),
  'inputs.show': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description:
      'Shows one proposal with the definition of its input and the evidence of the value that counts now.',
    input: strict({ proposal: text('Id of a proposal.', 100) }),
    answer: strict({
      proposal: Proposal,
      definition: nullable(InputDefinition, {
        description: 'Null if no framework is in effect, or it does not have this input.',
      }),
      current_evidence: nullable(RecordedEvidence),
      cap_rules: Type.Array(strict({ id: Type.String(), name: Type.String() }), {
        description: 'The hard rules that the effect of the proposal names.',
      }),
    }),
    command: {
      name: 'inputs show',
      description:
        'Show a proposal with the definition of its input, what it would change, and the evidence.',
      arguments: ['proposal'],
      isPersonal: true,
    },
  }),
  'inputs.due': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Lists the inputs that lose points soon, gates first, with the points at stake.',
    input: strict({
      days: Type.Integer({ minimum: 0, maximum: 9999, description: 'How many days to look ahead.' }),
      as_of: Type.Optional(
        givenInstant(
          'The instant to look ahead from, also in the future: what counts today, by the framework in effect today. Now, ' +
            'if absent.',
        ),
      ),
      assignee: DueAssignee,
      missing: Type.Optional(Type.Boolean({ description: 'Also inputs that have no evidence yet.' })),
      ...PageInput,
    }),
    answer: strict({ ...pageOf(DueInput).properties, outdated: Type.Optional(Outdated) }),
    command: 'due list',
  }),
  'inputs.propose': act({
    kind: 'act',
    who: { staff: ['analyst'], secondPerson },
    description: 'Proposes inputs and facts with their evidence as one batch: either all rows or none.',
    input: strict({
      rows: Type.Array(
        row(
          `Members: provider (for the input reference_rate: currency), input, value, evidence (${EVIDENCE}), note (for the reviewer), ` +
            'confirmation (why an unusual value is right), shared_reason (why evidence of another provider supports it). A row of a ' +
            `` +
            'sheet of due inputs has result instead of value: unchanged, or the new value; without one it is skipped.',
        ),
      ),
      documents: Documents,
      draft: Type.Optional(text('Id of the draft that the rows were typed in: it ends with them.', 100)),
    }),
    answer: Proposed,
    creates: true,
    command: ['rates propose', 'inputs import', 'inputs propose'],
    audit: ['inputs.proposed'],
    sometimes: ['document.stored'],
  }),
  'inputs.check': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Checks rows as inputs.propose would, and proposes nothing.',
    input: strict({ rows: Type.Array(row('As in inputs.propose.'), { maxItems: 2000 }) }),
    answer: strict({
      problems: Type.Array(
        strict({
          place: Type.String({ description: 'The place of the row, and the member of it.' }),
          code: Type.String(),
          message: Type.String(),
        }),
      ),
    }),
  }),
  'inputs.renew': act({
    kind: 'act',
    who: { staff: ['analyst'], secondPerson },
    description:
      'Proposes the current values of an input again, with one piece of evidence for all providers.',
    input: strict({
      input: text('Id of a criterion, a gate or a fact.', 100),
      providers: Type.Optional(
        Type.Array(text('Id or slug of a provider.', 100), {
          description: 'Every provider that is not retired, if absent.',
        }),
      ),
      evidence: Type.Union([text('Id of recorded evidence.', 100), record(`Evidence: ${EVIDENCE}.`)]),
      confirmation: Type.Optional(Confirmation),
      shared_reason: Type.Optional(SharedReason),
      documents: Documents,
    }),
    answer: Proposed,
    creates: true,
    command: 'inputs renew',
    audit: ['inputs.renewal_proposed'],
    sometimes: ['document.stored'],
  }),
  'inputs.approve': act({
    kind: 'act',
    who: { staff: ['reviewer'], secondPerson },
    description:
      'Approves proposals of another person, whose documents the caller has opened: either all of them or none.',
    input: strict({
      ...Decide,
      reason: Type.Optional(Reason),
      confirmation: Type.Optional(Confirmation),
      unopened: Type.Optional(
        Type.Boolean({ description: 'Also approve proposals whose documents you have not opened.' }),
      ),
    }),
    answer: Decided,
    command: 'inputs approve',
    audit: ['inputs.approved'],
  }),
  'inputs.reject': act({
    kind: 'act',
    who: { staff: ['reviewer'], secondPerson },
    description: 'Rejects proposals of another person with a reason: either all of them or none.',
    input: strict({ ...Decide, reason: Reason }),
    answer: Decided,
    command: 'inputs reject',
    audit: ['inputs.rejected'],
  }),
  'inputs.decide': act({
    kind: 'act',
    who: { staff: ['reviewer'], secondPerson },
    description:
      'Decides on proposals of another person that were shown to the caller, either all of them or none. The decision ' +
      'is in force after 8 seconds, and can be taken back until then.',
    input: strict({
      verdict: Type.Enum(['approve', 'reject'], { type: 'string' }),
      proposals: Type.Array(
        strict({
          proposal: text('Id of a proposal.', 100),
          seen: nullable(text('What was shown.', 200), {
            description: 'The value that counted when the caller looked; null if there was none.',
          }),
          digest: Type.Optional(
            text(
              'The digest of the proposal that was shown. If it is another one now, nothing is decided.',
              100,
            ),
          ),
        }),
        { minItems: 1, maxItems: 500 },
      ),
      reason: Type.Optional(Reason),
      confirmation: Type.Optional(Confirmation),
    }),
    answer: strict({ in_force_at: Instant }),
    audit: ['inputs.decision_pending'],
    sometimes: ['inputs.approved', 'inputs.rejected', 'inputs.decision_lapsed'],
  }),
  'inputs.take_back': act({
    kind: 'act',
    who: { staff: ['reviewer'] },
    description:
      'Takes decisions of the caller back that are not in force yet, with those made together with them.',
    input: strict({
      proposals: Type.Array(text('Id of a proposal.', 100), { minItems: 1, maxItems: 500 }),
    }),
    answer: strict({ taken_back: Type.Array(Id) }),
    audit: ['inputs.decision_taken_back'],
  }),
  'inputs.ask': act({
    kind: 'act',
    who: { staff: ['reviewer'] },
    description:
      'Returns a proposal with a question to the person who proposed it. It cannot be approved until they answer.',
    input: strict({ proposal: text('Id of a proposal.', 100), question: lines('The question.', 2000) }),
    answer: strict({ asked: Type.Boolean() }),
    audit: ['inputs.question_asked'],
  }),
  'inputs.answer': act({
    kind: 'act',
    who: { staff: ['analyst'] },
    description:
      'Answers the question about a proposal of the caller, which then waits for a decision again.',
    input: strict({ proposal: text('Id of a proposal.', 100), answer: lines('The answer.', 2000) }),
    answer: strict({ answered: Type.Boolean() }),
    audit: ['inputs.question_answered'],
  }),
};
