// Requests to score a provider, from the public and from workspaces for names in their books.

import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, STAFF_ROLES } from './act.ts';
import {
  Done,
  GivenInstant,
  Id,
  Instant,
  lines,
  PageInput,
  pageOf,
  SearchText,
  strict,
  text,
} from './forms.ts';

const deciders = { staff: ['analyst', 'operator'] } as const;
const Status = Type.Enum(['received', 'accepted', 'declined', 'scored'], { type: 'string' });
const WhichRequest = text('Id of the request.', 100);
const Note = lines('A note, which is kept with the request. It can be erased, but not changed.', 2000);
const Decision = strict({ id: WhichRequest, note: Type.Optional(Note) });

export const scoreRequestRecords = {
  'score_request.receive': {
    sentence: 'Received a score request',
    news: '{count|count score request} received',
  },
  'score_request.accept': {
    sentence: 'Accepted a score request',
    news: '{count|count score request} accepted',
  },
  'score_request.decline': {
    sentence: 'Declined a score request',
    news: '{count|count score request} declined',
  },
  'score_request.score': { sentence: 'Linked a score request to its provider' },
  'score_request.expect': {
    sentence: [
      'Expected the score of a request by {after.expected_on}',
      'Took back the expected date of a score request',
    ],
  },
  'score_request.note': { sentence: 'Added a note to a score request' },
  'score_request.erase': {
    sentence: 'Erased who sent a score request[{after.erased|has notes}, and its notes]',
  },
} satisfies AuditTable;

export const scoreRequestActs = {
  'score_requests.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description:
      'Lists score requests, oldest first, or by demand: how many asked for a name that is the same but for case, accents and spaces.',
    input: strict({
      status: Type.Optional(Status),
      since: Type.Optional(GivenInstant),
      until: Type.Optional(GivenInstant),
      text: SearchText('the provider, its address, the contact or the message'),
      order: Type.Optional(
        Type.Enum(['oldest', 'demand'], {
          type: 'string',
          description:
            'oldest if absent. demand: what is undecided first, and the names that most asked for before the others.',
        }),
      ),
      ...PageInput,
    }),
    answer: pageOf(
      strict({
        id: Id,
        provider_name: Type.String(),
        provider_url: nullable(Type.String()),
        planner_type: nullable(Type.String()),
        contact_email: nullable(Type.String()),
        message: nullable(Type.String()),
        status: Status,
        received_at: Instant,
        decided_at: nullable(Instant),
        decided_by: nullable(Type.String()),
        provider_id: nullable(Id, { description: 'The provider that it led to; null until it is scored.' }),
        slug: nullable(Type.String()),
        expected_on: nullable(Type.String(), { description: 'The day by which the score is expected.' }),
        demand: strict(
          {
            requesters: Type.Integer({ minimum: 1, description: 'Workspaces and others together.' }),
            workspaces: Type.Integer({
              minimum: 0,
              description: 'How many workspaces have the name in a book and asked for its score.',
            }),
            others: Type.Integer({
              minimum: 0,
              description:
                'How many asked on the public page, by their contact; those without one count as one.',
            }),
          },
          {
            description:
              'Who asked for an equal name, whatever became of the requests. Nothing says which workspaces.',
          },
        ),
        notes: Type.Array(
          strict({ at: Instant, by: Type.String({ description: 'Name.' }), note: Type.String() }),
          { description: 'Oldest first. Notes can be erased, but not changed.' },
        ),
      }),
    ),
    command: { name: 'requests list' },
  }),
  'score_requests.accept': act({
    kind: 'act',
    who: deciders,
    description: 'Accepts a score request that was received.',
    input: Decision,
    answer: Done,
    command: { name: 'requests accept', arguments: ['id'], prints: '{id} is accepted' },
    audit: ['score_request.accept'],
  }),
  'score_requests.decline': act({
    kind: 'act',
    who: deciders,
    description: 'Declines a score request that was received.',
    input: Decision,
    answer: Done,
    command: { name: 'requests decline', arguments: ['id'], prints: '{id} is declined' },
    audit: ['score_request.decline'],
  }),
  'score_requests.mark_scored': act({
    kind: 'act',
    who: deciders,
    description: 'Records which provider an accepted score request led to. It must have been published.',
    input: strict({
      id: WhichRequest,
      provider: text('Id or slug of the provider.', 100),
      note: Type.Optional(Note),
    }),
    answer: Done,
    command: {
      name: 'requests scored',
      arguments: ['id'],
      options: {
        provider: {
          flag: '--provider <provider>',
          help: 'id or slug; the public outcome of the request names it',
        },
      },
      prints: '{id} is scored: {provider}',
    },
    audit: ['score_request.score'],
  }),
  'score_requests.expect': act({
    kind: 'act',
    who: deciders,
    description:
      'Says by which day the score of an undecided or accepted request is expected, or takes the date back. Workspaces that asked for the name see it.',
    input: strict({
      id: WhichRequest,
      expected_on: Type.Optional(text('A date from today on, such as 2026-03-31; none if absent.', 10)),
    }),
    answer: Done,
    command: {
      name: 'requests expect',
      arguments: ['id'],
      options: { expected_on: { flag: '--on <date>' } },
      prints: [
        'The score of {id} is expected by {expected_on}',
        '{unless expected_on}{id} has no expected date',
      ],
    },
    audit: ['score_request.expect'],
  }),
  'score_requests.add_note': act({
    kind: 'act',
    who: deciders,
    description: 'Adds a note to a score request, whatever its status.',
    input: strict({ id: WhichRequest, note: Note }),
    answer: Done,
    command: { name: 'requests note', arguments: ['id', 'note'], prints: 'Note added to {id}' },
    audit: ['score_request.note'],
  }),
  'score_requests.erase': act({
    kind: 'act',
    who: { staff: ['operator'] },
    description:
      'Erases the contact and the message of a score request. The request and its outcome stay. This cannot be undone.',
    input: strict({
      id: WhichRequest,
      notes: Type.Optional(
        Type.Boolean({ description: 'Also erase the notes of the staff on the request.' }),
      ),
    }),
    answer: strict({
      erased: Type.Array(Type.Enum(['contact_email', 'message', 'notes'], { type: 'string' })),
    }),
    command: {
      name: 'requests erase',
      arguments: ['id'],
      confirm:
        'This erases the contact and the message of the request {id}[{if notes}, and all notes on it].',
      prints: [
        'Erased: {erased|words}',
        'What stays: the provider that was asked about, the outcome,[{unless notes} the notes on the request,] and backups ' +
          'that were made before.',
      ],
    },
    audit: ['score_request.erase'],
  }),
};
