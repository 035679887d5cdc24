import type { Static } from 'typebox';
import { Type } from '../type.ts';
import { Instant, LimitationsDisclosure, NextCursor, Uuid } from './common.ts';
import { TestEventData } from './events/data.ts';
import { WEBHOOK_API_VERSION } from './events/table.ts';

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
