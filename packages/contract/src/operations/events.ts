// The events of a workspace.

import type { Static } from 'typebox';
import { Instant, LimitationsDisclosure, NextCursor, Uuid } from '../schemas/common.ts';
import { TestEventData } from '../schemas/events/data.ts';
import { WEBHOOK_API_VERSION } from '../schemas/events/table.ts';
import { Type } from '../type.ts';
import { JSON_TYPE, operations } from './operation.ts';
import { closed, cursor, eventTypes, NO_PARAMETERS } from './parameters.ts';

const { sequence, checkpoint } = TestEventData.properties;

export const ListedEvent = Type.Object(
  {
    id: Uuid,
    type: Type.String({ description: 'The event type, such as score.changed. Types may be added.' }),
    created_at: Instant,
    api_version: Type.Literal(WEBHOOK_API_VERSION),
    workspace_id: Uuid,
    data: Type.Object(
      { sequence, checkpoint },
      {
        description: 'The data of the event. Its other members depend on the type.',
        additionalProperties: true,
      },
    ),
  },
  {
    description:
      'An event in the form in which webhooks send it. The section webhooks of this document has a schema for each type.',
  },
);
export type ListedEvent = Static<typeof ListedEvent>;

export const EventList = Type.Object(
  {
    data: Type.Array(ListedEvent, { description: 'In the order of their sequence numbers.' }),
    next_after: Type.Integer({
      minimum: 0,
      description:
        'Everything up to this sequence number has been returned. Send it as after the next time, to get what has happened since.',
    }),
    next_cursor: NextCursor,
    limitations_disclosure: LimitationsDisclosure,
  },
  { $id: 'EventList', description: 'The events of a workspace. Members may be added.' },
);
export type EventList = Static<typeof EventList>;

export default operations({
  listEvents: {
    method: 'GET',
    path: '/api/v1/events',
    tag: 'changes',
    summary: 'List events',
    description:
      'Returns the events of the workspace in the order of their sequence numbers, in the form in which webhooks send them: for catching up after missed deliveries, or instead of an endpoint. The detail of a score is included if the key is entitled to the scores operations.',
    access: 'key',
    params: NO_PARAMETERS,
    query: closed({
      after: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 999_999_999_999_999,
          default: 0,
          description: 'Only events with a higher sequence number: the next_after of an earlier response.',
        }),
      ),
      types: eventTypes,
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 100,
          default: 100,
          description: 'The maximum number of events per page.',
        }),
      ),
      cursor,
    }),
    success: { status: 200, schema: EventList, mediaType: JSON_TYPE, description: 'The events.' },
    problems: [],
    caching: 'keyed',
  },
});
