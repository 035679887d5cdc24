// The webhooks section of the OpenAPI document: the requests that the service sends to a workspace's endpoints.

import { pascalCase } from '../schemas/events/table.ts';
import {
  EVENT_DEFINITIONS,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_EVENTS,
  type WebhookEventType,
} from '../schemas/index.ts';
import { type JsonObject, writeSchema } from './references.ts';

const DESCRIPTION = `
The service sends a POST request to every enabled endpoint of the workspace that is subscribed to the event type. Any 2xx
response within 15 seconds counts as success. After any other result, including a redirect, the service retries after
5 seconds, 5 minutes, 30 minutes, 2 hours, 5 hours, 10 hours, 14 hours, 20 hours and 24 hours. A 410 response disables the
endpoint. An event can arrive more than once, always with the same id, and events can arrive in any order.
`.trim();

/** By header name: whether every delivery has it, and its description. */
export const WEBHOOK_HEADERS = {
  'x-rf-signature': [
    true,
    'The HMAC-SHA-256 of the raw body in lower-case hexadecimal. The key is the UTF-8 bytes of the whole signing secret (whsec_…).',
  ],
  'x-rf-signature-next': [
    false,
    'The same signature made with the new secret. Sent for 24 hours after a secret rotation; x-rf-signature uses the old secret during that time.',
  ],
  'x-rf-event-id': [true, 'The id of the event.'],
  'x-rf-timestamp': [true, 'The time of this delivery attempt, in seconds since 1970-01-01T00:00:00Z.'],
  'webhook-id': [true, 'The id of the event (Standard Webhooks).'],
  'webhook-timestamp': [
    true,
    'The time of this delivery attempt, in seconds since 1970-01-01T00:00:00Z (Standard Webhooks).',
  ],
  'webhook-signature': [
    true,
    'v1, a comma and the base64 HMAC-SHA-256 of "id.timestamp.body". The key is the base64-decoded part of the secret after whsec_ (Standard Webhooks). During a secret rotation there are two signatures, separated by a space.',
  ],
} as const satisfies Record<string, readonly [required: boolean, description: string]>;

export function webhooks(): Record<string, JsonObject> {
  return Object.fromEntries(WEBHOOK_EVENT_TYPES.map((type) => [type, { post: webhook(type) }]));
}

function webhook(type: WebhookEventType): JsonObject {
  return {
    operationId: `on${pascalCase(type)}`,
    tags: ['webhooks'],
    summary: `Event ${type}`,
    description: `${EVENT_DEFINITIONS[type].description}\n\n${DESCRIPTION}`,
    security: [],
    parameters: Object.entries(WEBHOOK_HEADERS).map(([name, [required, description]]) => ({
      name,
      in: 'header',
      required,
      description,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: writeSchema(WEBHOOK_EVENTS[type]) } },
    },
    responses: {
      '2XX': {
        description: 'The delivery succeeded. The service ignores the body and reads at most 1 KiB of it.',
      },
      '410': {
        description:
          'The endpoint no longer exists. The service disables it and keeps its pending deliveries.',
      },
    },
  };
}
