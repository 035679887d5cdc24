// The log and the service itself: their state, and verifications of the whole store.

import { nullable } from '../schemas/forms.ts';
import { ServiceHealth } from '../schemas/status.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, STAFF_ROLES } from './act.ts';
import { Id, Instant, listOf, NoInput, PageInput, pageOf, strict } from './forms.ts';

const staff = { staff: STAFF_ROLES } as const;
const Count = Type.Integer({ minimum: 0 });

/** What only the process that serves knows of itself. */
const ServingState = strict({
  started_at: Instant,
  status: ServiceHealth,
  faults: Type.Array(strict({ name: Type.String(), message: Type.String() })),
  memory_bytes: Count,
  event_loop_delay_ms: Type.Number({ description: '99 of 100 turns took less.' }),
  connections: Count,
  connections_limit: Count,
  threads: Type.Array(strict({ name: Type.String(), waiting: Count }), {
    description: 'Threads of the process, and how many requests wait for each.',
  }),
  webhooks: strict({ open: Count, queued: Count, delivered: Count, failed: Count }),
});

export const serviceRecords = {
  'verification.started': { sentence: 'Started to verify everything' },
} satisfies AuditTable;

export const serviceActs = {
  'service.show': act({
    kind: 'read',
    needsServingState: true,
    who: staff,
    description:
      'Shows how the service is: its process, its store, its nodes, and what waits to be delivered.',
    input: NoInput,
    answer: strict({
      version: Type.String(),
      node_version: Type.String(),
      serving: nullable(ServingState, { description: 'Null if no service answers, such as for a command.' }),
      store: strict({
        kind: Type.Enum(['sqlite', 'postgres'], { type: 'string' }),
        bytes: Count,
        migration: Type.String({ description: 'The last one that was applied.' }),
      }),
      nodes: Type.Array(
        strict({
          name: Type.String(),
          version: Type.String({ description: 'The newest migration that its program knows.' }),
          started_at: Instant,
          last_seen_at: Instant,
          master_keys: Type.Array(Type.String(), {
            description: 'Ids of its master keys. The first one is used for new records and secrets.',
          }),
          age_ms: Type.Integer({ description: 'How long ago it was seen, by the clock of the database.' }),
          live: Type.Boolean({ description: 'Whether it was seen within 15 seconds.' }),
          leader: Type.Boolean({ description: 'Whether it does the scheduled work.' }),
        }),
        {
          description:
            'Processes that serve this store, and those that ended without a stop in the last day.',
        },
      ),
      deliveries: strict({
        waiting: Count,
        oldest_waiting_at: nullable(Instant),
        disabled_endpoints: Count,
      }),
    }),
  }),
  'service.examine': act({
    kind: 'read',
    takesLong: true,
    who: staff,
    description: 'Checks everything that the service depends on, as rf doctor does.',
    input: NoInput,
    answer: listOf(
      strict({
        name: Type.String(),
        state: Type.Enum(['ok', 'warn', 'fail'], { type: 'string' }),
        what: Type.String({ description: 'What was found.' }),
        todo: nullable(Type.String(), { description: 'What to do about it.' }),
      }),
    ),
  }),
  'log.show': act({
    kind: 'read',
    who: staff,
    description: 'Shows the log: its size, its newest checkpoint, and which witnesses cosigned.',
    input: NoInput,
    answer: strict({
      tree_size: Count,
      checkpoint: nullable(strict({ tree_size: Count, created_at: Instant, note: Type.String() })),
      witnesses: Type.Array(
        strict({ name: Type.String(), key_id: Type.String(), tree_size: Count, cosigned_at: Instant }),
        { description: 'Those that ever cosigned, each with its newest cosignature.' },
      ),
      records: strict({ entries: Count, sealed: Count }, { description: 'Of the record chain.' }),
      pinned_key: nullable(Type.String(), {
        description: 'Name and hash of the key that is kept outside the store; null if none is.',
      }),
      keeps_checkpoints: Type.Boolean({
        description: 'Whether checkpoints are also kept in a file outside.',
      }),
    }),
  }),
  'verifications.list': act({
    kind: 'read',
    who: staff,
    description: 'Lists verifications of the whole store that were started at the desk, newest first.',
    input: strict(PageInput),
    answer: pageOf(
      strict({
        id: Id,
        started_at: Instant,
        started_by_name: Type.String(),
        seen_at: Instant,
        done: Count,
        total: Type.Integer({ minimum: 0, description: 'Packages to replay; 0 until they are counted.' }),
        finished_at: nullable(Instant),
        state: Type.Enum(['running', 'finished', 'failed', 'interrupted'], { type: 'string' }),
        failure: nullable(Type.String()),
        result: nullable(
          strict({
            packages: Count,
            indicators: Count,
            leaves: Count,
            checkpoints: Count,
            cosignatures: Count,
            records: Count,
            pinned: Type.Boolean(),
            problems: Count,
            findings: Type.Array(strict({ record: Type.String(), problem: Type.String() }), {
              description: 'The first 200.',
            }),
          }),
        ),
      }),
    ),
  }),
  'verifications.start': act({
    kind: 'act',
    startsVerification: true,
    who: staff,
    description:
      'Starts to verify the whole store in the background, as rf verify --all does. One at a time.',
    input: NoInput,
    answer: strict({ id: Id }),
    audit: ['verification.started'],
  }),
};
