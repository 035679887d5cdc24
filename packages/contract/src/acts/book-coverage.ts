// Names of a book without a score: which there are, and the request to score them.

import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, MEMBER_ROLES } from './act.ts';
import { Id, Instant, strict, text } from './forms.ts';

const Book = text('Id of the book.', 64);
const anyMember = { member: MEMBER_ROLES } as const;

export const COVERAGE_STATUSES = ['not_requested', 'received', 'in_progress', 'scored', 'declined'] as const;

const Status = Type.Enum([...COVERAGE_STATUSES], {
  type: 'string',
  description:
    'received: nobody has decided yet. in_progress: it will be assessed. scored: it has a score. declined: it will not be assessed.',
});

/** The record names neither the book's names nor how many they are: staff can read it. */
export const bookCoverageRecords = {
  'book.scores_requested': {
    topics: ['access', 'desk'],
    sentence: 'Requested scores for names in a book',
    news: 'scores requested for names in books {count|count time}',
  },
} satisfies AuditTable;

export const bookCoverageActs = {
  'books.coverage': act({
    kind: 'read',
    who: anyMember,
    ofMember: true,
    description:
      'Lists the names of a book that have no score, and those for which your workspace requested one, with the status of the request and the expected date. The largest exposure comes first.',
    input: strict({ book: Book }),
    answer: strict({
      unscored: Type.Integer({ minimum: 0, description: 'How many names have no score.' }),
      not_requested: Type.Integer({
        minimum: 0,
        description: 'For how many of these no score was requested yet.',
      }),
      data: Type.Array(
        strict({
          name: Type.String({ description: 'As the request says it, or would say it.' }),
          provider: nullable(Id, { description: 'Null for a name that is not matched to a provider.' }),
          exposure: Type.String({ description: 'In the reporting currency. A request never contains it.' }),
          status: Status,
          requested_at: nullable(Instant),
          requested_by_name: nullable(Type.String()),
          decided_at: nullable(Instant),
          expected_on: nullable(Type.String(), {
            description: 'The date by which staff expect the score; null if they have named none.',
          }),
          slug: nullable(Type.String(), {
            description: 'The provider that the request led to. Match the name to it to count its score.',
          }),
        }),
      ),
    }),
    command: {
      name: 'books coverage',
      arguments: ['book'],
      columns: {
        NAME: '{name}',
        STATUS: '{status}',
        REQUESTED: '[{requested_at|instant}]',
        EXPECTED: '[{expected_on}]',
        PROVIDER: '[{slug}]',
      },
      none: 'Every name of the book has a score.',
    },
  }),
  'books.request_scores': act({
    kind: 'act',
    who: anyMember,
    takesLong: true,
    description:
      'Requests a score for every name of a book that has none, or for the names that are given. Those names leave the encrypted book: staff see each name and how many workspaces asked for it, but not which, and no amount, group or note. The names stay with the service if the book is deleted. A name that your workspace already requested, or that has a score meanwhile, is left out. Takes the right to edit the book.',
    input: strict({
      book: Book,
      names: Type.Optional(
        Type.Array(text('A name, as books.coverage shows it.', 200), {
          minItems: 1,
          maxItems: 10_000,
          description: 'The names to request; every name without a score if absent.',
        }),
      ),
    }),
    answer: strict({
      requested: Type.Array(Type.String(), { description: 'The names that were requested.' }),
      left_out: Type.Array(
        strict({
          name: Type.String(),
          why: Type.Enum(['requested_before', 'has_score', 'not_in_book'], { type: 'string' }),
        }),
      ),
    }),
    command: {
      name: 'books request-scores',
      arguments: ['book', 'names...'],
      confirm:
        'This sends names without a score out of the encrypted book {book}[: {names|list}]. Staff see each name, and how many workspaces asked for it.',
      prints: [
        'Requested: {requested|count name}',
        '{if left_out}Left out: {left_out|count name}, requested before, scored or not in the book',
        'To see what becomes of them: rf books coverage {given.book}',
      ],
    },
    audit: ['book.scores_requested'],
  }),
};
