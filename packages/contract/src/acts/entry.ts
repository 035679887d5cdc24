// Entering values: what a page needs to preview and check typed rows, and the drafts of rows that are not proposed yet.

import { mapOf, nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, STAFF_ROLES } from './act.ts';
import { Done, Id, Instant, instant, listOf, record, strict, text } from './forms.ts';

const who = { staff: STAFF_ROLES };
const writers = { staff: ['analyst'] } as const;

const BasisRow = strict({
  proposal_id: Id,
  currency: nullable(Type.String(), { description: 'Of a reference rate.' }),
  input_id: Type.String(),
  value: Type.String(),
  renewal: Type.Integer(),
  facts: Type.String({ description: 'JSON of what was entered with the value, before facts had evidence.' }),
  evidence_date: Type.String(),
  grade: Type.String(),
  sha256: nullable(Type.String()),
  decided_at: Instant,
  placeholder: Type.Integer({ description: '1 if its evidence is a placeholder of a template.' }),
});

const BasisProvider = strict({
  id: Id,
  slug: Type.String(),
  name: Type.String(),
  retired: Type.Boolean(),
  rows: Type.Array(BasisRow, { description: 'The approved rows that a run would read now.' }),
  waiting: Type.Array(BasisRow, {
    description: 'Proposals of the caller about it that await a decision, as if they were approved now.',
  }),
  recorded: mapOf(Type.String(), { description: 'Values from before facts needed evidence, by fact.' }),
});

const draftMembers = {
  id: Id,
  title: Type.String(),
  row_count: Type.Integer(),
  version: Type.Integer({ description: 'Grows with each save.' }),
  created_at: Instant,
  updated_at: Instant,
};

export const entryRecords = {
  'draft.begun': { sentence: 'Began a draft of inputs' },
  'draft.discarded': { sentence: 'Discarded a draft of inputs' },
} satisfies AuditTable;

export const entryActs = {
  'entry.framework': act({
    kind: 'read',
    who,
    description: 'Returns the framework in effect, to define and score inputs in the browser.',
    input: strict({}),
    answer: strict({
      digest: Type.String(),
      document: record('The framework document.'),
      entry_checks: record('The document of entry checks in force.'),
      evidence_rules: Type.String({ description: 'The version of the evidence rules that choose values.' }),
    }),
  }),
  'entry.basis': act({
    kind: 'read',
    who,
    description:
      'Returns what a run would know now about providers, to preview rows before they are proposed.',
    input: strict({
      providers: Type.Array(text('Id, slug or name of a provider.', 200), { maxItems: 100 }),
      currencies: Type.Optional(
        Type.Array(text('Also providers that pay in this currency: the first 20.', 10), { maxItems: 20 }),
      ),
    }),
    answer: strict({
      as_of: Instant,
      scoring_date: Type.String(),
      decided_at: instant('When an approval that is made now would be recorded.'),
      providers: Type.Array(BasisProvider),
      rates: Type.Array(BasisRow, { description: 'The approved reference rates.' }),
      waiting_rates: Type.Array(BasisRow, { description: 'Proposed by the caller, and not decided.' }),
      found: mapOf(Type.String(), { description: 'The slug, by the text that was asked for.' }),
      paying: mapOf(Type.Integer(), { description: 'How many providers have paid in each currency.' }),
    }),
  }),
  'entry.providers': act({
    kind: 'read',
    who,
    description: 'Suggests up to 200 providers that have a text in their name or slug.',
    input: strict({ text: text('A part of the name or slug.', 200) }),
    answer: listOf(strict({ slug: Type.String(), name: Type.String() })),
  }),
  'drafts.list': act({
    kind: 'read',
    who,
    description: 'Lists the caller’s own drafts of entries, newest first.',
    input: strict({}),
    answer: listOf(strict(draftMembers)),
  }),
  'drafts.show': act({
    kind: 'read',
    who,
    description: 'Shows a draft of the caller’s own.',
    input: strict({ draft: text('Id of a draft.', 100) }),
    answer: strict({ ...draftMembers, content: record('As the page wrote it.') }),
  }),
  'drafts.save': act({
    kind: 'act',
    who: writers,
    description:
      'Keeps rows that are not proposed yet. The audit trail has the first save of a draft, and no other.',
    input: strict({
      draft: Type.String({
        pattern: '^[0-9a-f-]{36}$',
        description: 'A UUID of your choice for a new draft, or the id of one of yours.',
      }),
      title: text('What lists show.', 300),
      rows: Type.Integer({ minimum: 0, maximum: 10_000, description: 'How many rows it has.' }),
      content: record('The rows and their document, in the form of the page.'),
      seen: Type.Integer({ minimum: 0, description: 'The version that you saw last; 0 for a new draft.' }),
      writer: text('Names the page: its own saves never contradict each other.', 100),
    }),
    answer: strict({ version: Type.Integer() }),
    audit: ['draft.begun'],
  }),
  'drafts.discard': act({
    kind: 'act',
    who: writers,
    description: 'Discards a draft of the caller’s own.',
    input: strict({ draft: text('Id of a draft.', 100) }),
    answer: Done,
    audit: ['draft.discarded'],
  }),
};
