// Webhook deliveries: their content, their attempts, and redelivery.

import { mapOf, nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { act, MEMBER_ROLES } from './act.ts';
import { Done, GivenInstant, Id, Instant, PageInput, pageOf, strict, text, WorkspaceName } from './forms.ts';
import { keyManagers } from './keys.ts';

export const DELIVERY_STATUSES = ['pending', 'waiting', 'delivered', 'exhausted', 'cancelled'] as const;
const Status = Type.Enum([...DELIVERY_STATUSES], { type: 'string' });
const readers = { member: MEMBER_ROLES, staff: ['operator'] } as const;
const WhichEndpoint = text('Id of an endpoint, the beginning of its id, or its URL.', 2048);
const WhichDelivery = text('Id of a delivery.', 100);

const delivery = {
  id: Id,
  endpoint_id: Id,
  url: Type.String(),
  event_id: Id,
  type: Type.String(),
  provider_id: nullable(Id),
  sequence: Type.Integer(),
  test: Type.Boolean(),
  status: Status,
  tries: Type.Integer(),
  last_code: nullable(Type.Integer(), { description: 'HTTP status of the latest attempt.' }),
  last_error: nullable(Type.String()),
  next_try_at: nullable(Instant),
  created_at: Instant,
  finished_at: nullable(Instant),
};

const attempt = {
  started_at: Instant,
  finished_at: Instant,
  url: Type.String(),
  request_headers: mapOf(Type.String()),
  code: nullable(Type.Integer()),
  response_headers: nullable(mapOf(Type.String())),
  response_body: nullable(Type.String(), { description: 'The first 1 KiB.' }),
  error: nullable(Type.String()),
};

const redelivered = {
  endpoint: WhichEndpoint,
  since: GivenInstant,
  only_failed: Type.Optional(Type.Boolean({ description: 'Only deliveries that were not delivered.' })),
};

export const deliveryActs = {
  'deliveries.list': act({
    kind: 'read',
    who: readers,
    description: 'Lists the webhook deliveries of a workspace, newest first.',
    input: strict({
      workspace: WorkspaceName,
      endpoint: Type.Optional(WhichEndpoint),
      status: Type.Optional(Status),
      type: Type.Optional(text('Only events of this type.', 100)),
      event_id: Type.Optional(text('Only deliveries of this event.', 100)),
      since: Type.Optional(GivenInstant),
      until: Type.Optional(GivenInstant),
      ...PageInput,
    }),
    answer: pageOf(strict(delivery)),
    command: 'webhooks deliveries',
  }),
  'deliveries.show': act({
    kind: 'read',
    who: readers,
    description: 'Shows one delivery with its body and all its attempts.',
    input: strict({ workspace: WorkspaceName, delivery: WhichDelivery }),
    answer: strict({
      ...delivery,
      body: Type.String({ description: 'The bytes that every attempt sends.' }),
      attempts: Type.Array(strict(attempt), { description: 'Oldest first.' }),
    }),
    command: ['webhooks deliveries', 'webhooks test'],
  }),
  'deliveries.attempts': act({
    kind: 'read',
    who: readers,
    description: 'Lists the attempts of a workspace that ended at an instant or later, in that order.',
    input: strict({ workspace: WorkspaceName, since: GivenInstant, ...PageInput }),
    answer: pageOf(strict({ ...attempt, delivery_id: Id, type: Type.String(), status: Status })),
    command: 'webhooks deliveries',
  }),
  'deliveries.redeliver': act({
    kind: 'act',
    who: keyManagers,
    description:
      'Sends one delivery now, also one that waits for its next attempt, with the same id and the same bytes.',
    input: strict({ delivery: WhichDelivery }),
    answer: Done,
    command: 'webhooks redeliver',
    audit: ['webhook.redelivered'],
  }),
  'deliveries.count_redeliverable': act({
    kind: 'read',
    who: readers,
    description: 'Counts the deliveries that deliveries.redeliver_since would send with the same input.',
    input: strict({ workspace: WorkspaceName, ...redelivered }),
    answer: strict({
      deliveries: Type.Integer(),
      by_status: mapOf(Type.Integer(), { description: 'The same number by the status that they have now.' }),
    }),
    command: 'webhooks redeliver',
  }),
  'deliveries.redeliver_since': act({
    kind: 'act',
    who: keyManagers,
    description:
      'Sends all deliveries of an endpoint that were created at or after an instant and are finished or wait for their next attempt.',
    input: strict(redelivered),
    answer: strict({
      deliveries: Type.Integer({ description: 'Number of deliveries that are sent again.' }),
    }),
    command: 'webhooks redeliver',
    audit: ['webhook.redelivered'],
  }),
};
