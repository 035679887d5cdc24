// Evidence, and the stored copies of the documents that it refers to.

import { Digest } from '../schemas/common.ts';
import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, STAFF_ROLES } from './act.ts';
import { GivenInstant, Id, Instant, PageInput, pageOf, strict, text } from './forms.ts';

export const DocumentCopy = strict({
  media_type: text('Media type, such as application/pdf.', 100),
  base64: Type.String({ description: 'The bytes, in base64; at most 10 MiB.' }),
});

const evidenceMembers = {
  id: Id,
  kind: Type.String(),
  title: Type.String(),
  url: nullable(Type.String()),
  page: nullable(Type.String()),
  quote: nullable(Type.String()),
  region: nullable(Type.String(), { description: 'The place on the page, if there is no quote.' }),
  evidence_date: Type.String(),
  grade: Type.String(),
  source: nullable(Type.String(), { description: 'Who issued the document; null if it was not recorded.' }),
  grade_reason: nullable(Type.String(), {
    description: 'Why the grade is better than the one that follows from kind and source.',
  }),
  belongs_to: strict({
    providers: Type.Array(strict({ slug: Type.String(), name: Type.String() }), {
      description: 'Usually one. Other providers may cite it with a reason.',
    }),
    group: nullable(Type.String(), { description: 'Instead of a provider, such as a market rate.' }),
  }),
  sha256: nullable(Digest, { description: 'Of the stored copy of the document; null if there is none.' }),
  media_type: nullable(Type.String(), { description: 'Of the stored copy.' }),
  opened: nullable(Type.Boolean(), {
    description: 'Whether the caller has opened the stored copy; null without a copy or a signed-in caller.',
  }),
};

const shown = nullable(Type.Boolean(), {
  description:
    'Whether it was shown to the caller: drawn with its quote in view, or its page, if the quote was not found. Null ' +
    'without a copy or a signed-in caller.',
});

/** The evidence of a proposal. */
export const Evidence = strict({ ...evidenceMembers, shown });

export const RecordedEvidence = strict({
  ...evidenceMembers,
  size: nullable(Type.Integer(), { description: 'Of the stored copy, in bytes.' }),
  recorded_by: Type.String(),
  recorded_by_name: Type.String(),
  recorded_at: Instant,
});

const Supported = strict({
  id: Id,
  slug: nullable(Type.String()),
  currency: nullable(Type.String()),
  input: Type.String(),
  value: Type.String(),
});

export const evidenceRecords = {
  'document.stored': { sentence: 'Stored a document' },
  'document.opened': { sentence: 'Opened a document' },
  'evidence.shown': { sentence: 'Looked at the evidence for an input' },
} satisfies AuditTable;

export const evidenceActs = {
  'evidence.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Lists evidence, newest first.',
    input: strict({
      provider: Type.Optional(text('Only evidence for this provider (id or slug).', 100)),
      batch: Type.Optional(text('Only evidence for proposals of this batch.', 100)),
      sha256: Type.Optional(text('Only evidence with the document of this SHA-256.', 64)),
      grade: Type.Optional(text('Only evidence of this grade.', 10)),
      recorded_by: Type.Optional(text('Only evidence that this person recorded (id or name).', 120)),
      since: Type.Optional(GivenInstant),
      until: Type.Optional(GivenInstant),
      ...PageInput,
    }),
    answer: pageOf(RecordedEvidence),
    command: {
      name: 'evidence list',
      isPersonal: true,
      limit: 100,
      columns: {
        DATE: '{evidence_date}',
        GRADE: '{grade}',
        KIND: '{kind}',
        TITLE: '{title}',
        PAGE: '{page}',
        DOCUMENT:
          '[{unless sha256}none][{if sha256}[{if opened = "null"}stored][{if opened = "true"}opened]' +
          '[{if opened = "false"}not opened]]',
        ID: '{id}',
      },
    },
  }),
  'evidence.show': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Shows evidence, the proposals that it supports, and who has opened its document.',
    input: strict({ evidence: text('Id of evidence, or the SHA-256 of its document.', 100) }),
    answer: strict({
      evidence: RecordedEvidence,
      same_document: Type.Integer({ description: 'How much other evidence refers to the same document.' }),
      proposals: Type.Array(Supported, { description: 'The first 100, oldest first.' }),
      proposal_count: Type.Integer(),
      openings: Type.Array(strict({ staff_id: Id, name: Type.String(), opened_at: Instant })),
    }),
    command: { name: 'evidence show', isPersonal: true, arguments: ['evidence'] },
  }),
  'evidence.shown': act({
    kind: 'act',
    who: { staff: STAFF_ROLES },
    description:
      'Records that evidence was drawn for the caller, who has opened its document: with the quote in view, or its ' +
      'page, if there is no quote or the text of the document does not have it.',
    input: strict({
      evidence: text('Id of evidence.', 100),
      how: Type.Enum(['quote', 'page'], { type: 'string' }),
    }),
    answer: strict({ shown: Type.Boolean() }),
    audit: ['evidence.shown'],
  }),
  'evidence.open': act({
    kind: 'act',
    who: { staff: STAFF_ROLES },
    description:
      'Returns the stored copy of a document and records that the caller has opened it, once for each person.',
    input: strict({
      evidence: Type.Optional(text('Id of evidence. Give either this or sha256.', 100)),
      sha256: Type.Optional(text('SHA-256 of the document.', 100)),
    }),
    answer: strict({
      sha256: Digest,
      media_type: Type.String(),
      size: Type.Integer({ description: 'In bytes.' }),
      base64: Type.String({ description: 'The bytes, in base64.' }),
    }),
    command: 'evidence open',
    audit: ['document.opened'],
  }),
  'evidence.store_document': act({
    kind: 'act',
    who: { staff: ['analyst', 'operator'] },
    description:
      'Stores a copy of a document; the same bytes are stored only once, and evidence refers to them by digest.',
    input: DocumentCopy,
    answer: strict({ sha256: Digest }),
    audit: ['document.stored'],
  }),
};
