// Runs: each scores providers and creates a draft, which can be published permanently.

import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, STAFF_ROLES } from './act.ts';
import { Group } from './committee.ts';
import { GivenInstant, Id, lines, PageInput, pageOf, Reason, Requested, strict, text } from './forms.ts';
import { Draft, listedRunMembers, RunKind, RunStatus, Seen, WhichRun } from './run-forms.ts';

export const runRecords = {
  'run.start': { sentence: 'Started a run' },
  // A draft changes nothing that is published. The service status shows the time of the last run.
  'run.compute': {
    topics: ['desk', 'status'],
    sentence: 'A run was computed',
    news: '{count|count run} computed',
  },
  'run.discard': { sentence: 'Discarded a draft', news: '{count|count draft} discarded' },
  // In stores that are older than the committee.
  'run.approve': { sentence: 'Approved a draft as second person', news: '{count|count draft} approved' },
  'run.read': { sentence: 'Read a draft as a member of the committee' },
  'run.publish': {
    topics: ['published', 'events'],
    sentence: 'Published a run',
    news: '{count|count draft} published',
  },
} satisfies AuditTable;

/** A run with the providers that it moved. */
const MovedRun = strict({
  ...listedRunMembers,
  moves: Type.Array(
    strict({
      group: Group,
      items: Type.Integer({ description: 'How many providers of this kind.' }),
      first: Type.Array(
        strict({
          slug: Type.String(),
          name: Type.String(),
          previous_band: nullable(Type.String()),
          new_band: nullable(Type.String()),
        }),
        { description: 'The first three by slug.' },
      ),
    }),
    { description: 'The providers that it moved, by kind. Confirmed providers did not move.' },
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
      since: Type.Optional(GivenInstant),
      until: Type.Optional(GivenInstant),
      ...PageInput,
    }),
    answer: pageOf(MovedRun),
    command: 'run',
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
    command: ['diff', 'run', 'publish'],
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
      as_of: Type.Optional(GivenInstant),
      configuration: Type.Optional(text('Name of a configuration; "default" if absent.', 100)),
      everything: Type.Optional(
        Type.Boolean({ description: 'Publish every scored provider, whether or not anything changed.' }),
      ),
      reason: Type.Optional(Reason),
      wait: Type.Optional(
        Type.Boolean({
          description:
            'False to get the answer as soon as the run has started. It continues without the caller; runs.list shows its progress.',
        }),
      ),
    }),
    answer: strict({ run_id: Id }),
    creates: true,
    command: 'run',
    audit: ['run.start', 'run.compute'],
  }),
  'runs.discard': act({
    kind: 'act',
    request: {
      kind: 'Discard of a draft',
      sentence: 'Discard a draft that lowers a band or corrects something: it will not be published',
    },
    who: {
      staff: ['analyst', 'reviewer', 'operator'],
      secondPerson:
        'for a draft with a lower band or a correction: an operator, reviewer or chief risk officer who approves the request',
    },
    description: 'Discards a draft: a reviewer or operator that of anybody, an analyst their own.',
    input: strict({ run: WhichRun, reason: Reason }),
    answer: Requested,
    command: { name: 'discard', arguments: ['run'], prints: 'Run {run} is discarded.' },
    audit: ['run.discard'],
    sometimes: ['request.made'],
  }),
  'runs.publish': act({
    kind: 'act',
    takesLong: true,
    publishes: true,
    who: { staff: ['operator'] },
    description:
      'Publishes a draft permanently: of its first indicators, band changes, corrections and reinstatements those that the committee accepted, and everything else.',
    input: strict({
      run: WhichRun,
      seen: Seen,
      checkpoints: Type.Optional(
        Type.Array(lines('A signed checkpoint.', 10_000), {
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
        description:
          'Ids of providers whose new indicators stay in the draft: the committee has refused them, or has not decided.',
      }),
      already: Type.Boolean({
        description: 'Whether it had already been published, so that nothing was written.',
      }),
    }),
    command: 'publish',
    audit: ['run.publish'],
    sometimes: ['input.retract'],
  }),
};
