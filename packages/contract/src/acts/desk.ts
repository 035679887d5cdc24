// What a person of the staff sees first, and the search over everything at the desk.

import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, STAFF_ROLES } from './act.ts';
import { Done, Id, Instant, listOf, NoInput, strict, text } from './forms.ts';

const Waiting = strict({
  kind: Type.Enum(
    [
      'proposals',
      'questions',
      'mentions',
      'assigned',
      'votes',
      'drafts',
      'requests',
      'claims',
      'score_requests',
      'sign_offs',
    ],
    {
      type: 'string',
      description: 'What waits: only what the caller may decide or do.',
    },
  ),
  count: Type.Integer(),
  oldest_at: nullable(Instant, { description: 'Since when the oldest of them waits, where that is known.' }),
  first: nullable(Id, {
    description: 'With which to begin, where one leads to it: the proposal of a question.',
  }),
});

const StaleProvider = strict({
  slug: Type.String(),
  name: Type.String(),
  stale_since: Instant,
  withdrawn_at: Instant,
  reason: Type.String(),
});

const News = strict({
  action: Type.String({ description: 'As in the audit trail.' }),
  count: Type.Integer({ description: 'How often it was done.' }),
  latest_at: Instant,
  by: Type.Array(Type.String(), { description: 'Names of who did it; at most three.' }),
  others: Type.Integer({ description: 'How many more people did it.' }),
});

export const FOUND_KINDS = ['provider', 'input', 'document', 'run', 'person', 'workspace'] as const;

const Found = strict({
  kind: Type.Enum(FOUND_KINDS, { type: 'string' }),
  id: Type.String({
    description: 'Slug of a provider; id of anything else. Of a document, the id of its newest evidence.',
  }),
  name: Type.String(),
  detail: nullable(Type.String(), { description: 'What tells it from others with the same name.' }),
  note: nullable(Type.String(), { description: 'By which other name or former slug it was found.' }),
  rank: Type.Number({ description: 'How well it matches: the lower, the better.' }),
});

export const SETUP_STEPS = [
  'store',
  'signing_key',
  'people',
  'framework',
  'sign_off',
  'activation',
  'provider',
  'values',
  'run',
  'committee',
  'publication',
] as const;

const MailChoices = {
  digest: Type.Boolean({
    description: 'A mail each morning with what waits, what lapses and what was done.',
  }),
  at_once: Type.Boolean({
    description: 'A mail for each request that waits for a second person, and for each mention.',
  }),
};

export const deskRecords = {
  'mails.chosen': { sentence: 'Chose which mails about work to get' },
} satisfies AuditTable;

export const deskActs = {
  'desk.setup': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Shows the steps from an empty store to a first published score, and whose turn it is.',
    input: NoInput,
    answer: strict({
      is_done: Type.Boolean({ description: 'Whether something was published; then the lists are empty.' }),
      voters: Type.Integer({ description: 'People who can vote in a committee.' }),
      people: Type.Array(
        strict({
          id: Id,
          name: Type.String(),
          roles: Type.Array(Type.String()),
          has_joined: Type.Boolean(),
          invitation: nullable(Id, { description: 'The open invitation to sign in.' }),
          expires_at: nullable(Instant, { description: 'Of that invitation.' }),
        }),
      ),
      steps: Type.Array(
        strict({
          id: Type.Enum(SETUP_STEPS, { type: 'string' }),
          state: Type.Enum(['done', 'open', 'waiting'], {
            type: 'string',
            description: 'waiting: for an earlier step, or for somebody with the role.',
          }),
          roles: Type.Array(Type.String(), { description: 'Who can do it.' }),
          approvers: Type.Array(Type.String(), { description: 'Who approves it.' }),
          by: nullable(Type.String(), { description: 'Name of the person who did it.' }),
          at: nullable(Instant),
          count: nullable(Type.Integer()),
          of: nullable(Type.Integer()),
          subject: nullable(Type.String(), {
            description:
              'The digest of the framework, the slug of the provider, the id of the run or of the key.',
          }),
        }),
      ),
    }),
  }),
  'desk.mails': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Shows which mails about their work the caller gets, and where.',
    input: NoInput,
    answer: strict({
      ...MailChoices,
      address: nullable(Type.String(), {
        description: 'Null without a sign-in in the browser: then no mails are sent.',
      }),
    }),
  }),
  'desk.choose_mails': act({
    kind: 'act',
    who: { staff: STAFF_ROLES },
    description: 'Chooses which mails about their work the caller gets. Without a choice, all.',
    input: strict(MailChoices),
    answer: Done,
    audit: ['mails.chosen'],
  }),
  'desk.home': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description:
      'Shows what waits for the caller, which indicators will be withdrawn, and what others did since the last visit.',
    input: NoInput,
    answer: strict({
      waiting: Type.Array(Waiting),
      stale: Type.Array(StaleProvider, { description: 'Those that are withdrawn soonest; at most seven.' }),
      stale_count: Type.Integer(),
      runway: strict({
        indicators: Type.Integer({ description: 'How many are current.' }),
        from: Type.String({ description: 'The UTC date.' }),
        to: Type.String({ description: '90 days later.' }),
        steps: Type.Array(
          strict({
            from: Type.String({ description: 'The first day with this number.' }),
            stale: Type.Integer({
              description: 'How many of them are stale, or withdrawn since, if nothing is renewed.',
            }),
          }),
        ),
      }),
      since: Instant,
      is_first_visit: Type.Boolean({ description: 'Then the news is of the last seven days.' }),
      news: Type.Array(News, { description: 'Newest first; at most seven.' }),
    }),
  }),
  'desk.search': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description:
      'Finds providers, inputs, documents, runs, people and workspaces by a part of their names. Workspaces are found by operators only.',
    input: strict({ query: text('A part of a name, or the beginning of an id.', 100) }),
    answer: listOf(Found),
  }),
};
