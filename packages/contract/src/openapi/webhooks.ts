// The webhooks section: what the service sends to endpoints that a workspace registered.

import type { TSchema } from 'typebox';
import { WEBHOOK_EVENTS } from '../schemas/index.ts';
import { type JsonObject, written } from './references.ts';

const DESCRIPTION = `
Sent as POST to every enabled endpoint of a workspace that subscribed to the type. Any 2xx within 15 seconds is taken as
success; anything else, redirects included, is tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h.
410 disables the endpoint. An event may arrive more than once, always under the same id, and in any order.
`.trim();

/** Header, whether it is always there, and what it says. */
export const WEBHOOK_HEADERS = {
  'x-rf-signature': [
    true,
    'Lower-case hex HMAC-SHA-256 of the raw body, keyed with the UTF-8 bytes of the whole signing secret (whsec_…).',
  ],
  'x-rf-signature-next': [
    false,
    'The same with the new secret, for 24 hours after a rotation; x-rf-signature stays on the old one meanwhile.',
  ],
  'x-rf-event-id': [true, "The event's id."],
  'x-rf-timestamp': [true, 'When this try was made, in seconds since 1970.'],
  'webhook-id': [true, "The event's id (Standard Webhooks)."],
  'webhook-timestamp': [true, 'When this try was made, in seconds since 1970 (Standard Webhooks).'],
  'webhook-signature': [
    true,
    'v1, and the base64 HMAC-SHA-256 of "id.timestamp.body", keyed with the decoded part of the secret (Standard Webhooks). Two of them, with a space between, while a rotation is under way.',
  ],
} as const satisfies Record<string, readonly [required: boolean, description: string]>;

export function webhooks(): Record<string, JsonObject> {
  const types = Object.entries(WEBHOOK_EVENTS);
  return Object.fromEntries(types.map(([type, schema]) => [type, { post: webhook(type, schema) }]));
}

function webhook(type: string, schema: TSchema): JsonObject {
  const { description = '' } = schema as { description?: string };
  return {
    operationId: operationIdOf(type),
    tags: ['webhooks'],
    summary: `Event ${type}`,
    description: `${description.split(' The id is')[0]}\n\n${DESCRIPTION}`,
    security: [],
    parameters: Object.entries(WEBHOOK_HEADERS).map(([name, [required, description]]) => ({
      name,
      in: 'header',
      required,
      description,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema: written(schema) } } },
    responses: {
      '2XX': { description: 'Taken. Whatever the body says, it is read no further than 1 KiB.' },
      '410': { description: 'The endpoint is gone: it is disabled, and what is pending waits.' },
    },
  };
}

/** score.published: onScorePublished. */
function operationIdOf(type: string): string {
  return type
    .replaceAll(/(^|[._])([a-z])/g, (_, _mark, letter: string) => letter.toUpperCase())
    .replace(/^/, 'on');
}
