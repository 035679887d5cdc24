// Requests of the public to score a provider.

import type { Static } from 'typebox';
import { Instant, PlannerType, Slug, Uuid } from '../schemas/common.ts';
import { nullable, UUID } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { JSON_TYPE, operations } from './operation.ts';
import { closed, idempotencyKey, NO_PARAMETERS } from './parameters.ts';

export const ScoreRequest = Type.Object(
  {
    provider_name: Type.String({ format: 'line', minLength: 1, maxLength: 120, pattern: '\\S' }),
    provider_url: Type.Optional(
      Type.String({
        format: 'uri',
        pattern: '^https://[^\\s/?#@]+([/?#]\\S*)?$',
        maxLength: 2000,
        description: 'An https URL without a user name or password.',
      }),
    ),
    planner_type: Type.Optional(PlannerType),
    contact_email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
    message: Type.Optional(Type.String({ format: 'lines', maxLength: 2000 })),
  },
  {
    $id: 'ScoreRequest',
    additionalProperties: false,
    description: 'A request to score a provider. Unknown members are refused.',
  },
);
export type ScoreRequest = Static<typeof ScoreRequest>;

export const ScoreRequestReceipt = Type.Object(
  { request_id: Uuid, status: Type.Literal('received'), received_at: Instant },
  {
    $id: 'ScoreRequestReceipt',
    description: 'Confirms that the request was recorded. Members may be added.',
  },
);
export type ScoreRequestReceipt = Static<typeof ScoreRequestReceipt>;

export const ScoreRequestOutcome = Type.Object(
  {
    request_id: Uuid,
    status: Type.Enum(['received', 'accepted', 'declined', 'scored'], {
      type: 'string',
      description:
        'received: nobody has decided yet. accepted: the provider will be assessed. declined: it will not. scored: the provider has an indicator.',
    }),
    received_at: Instant,
    decided_at: nullable(Instant, {
      description: 'When the status last changed; null while it is received.',
    }),
    provider_id: nullable(Uuid, { description: 'The provider that was scored; null until then.' }),
    slug: nullable(Slug, { description: 'The slug of that provider.' }),
  },
  {
    $id: 'ScoreRequestOutcome',
    description:
      'What became of a score request. It does not repeat what the request contained. Members may be added.',
  },
);
export type ScoreRequestOutcome = Static<typeof ScoreRequestOutcome>;

export default operations({
  requestScore: {
    method: 'POST',
    path: '/api/public/score-request',
    tag: 'scores',
    summary: 'Request a score for a provider',
    description:
      'Asks the service to score a provider. With an Idempotency-Key you can safely retry: for 24 hours, the same body gets the same response and is recorded only once.',
    access: 'public',
    limit: 'score_request',
    params: NO_PARAMETERS,
    query: NO_PARAMETERS,
    headers: Type.Object({ 'Idempotency-Key': idempotencyKey }),
    body: ScoreRequest,
    success: {
      status: 202,
      schema: ScoreRequestReceipt,
      mediaType: JSON_TYPE,
      description: 'The request was recorded.',
    },
    problems: ['conflict'],
    caching: 'none',
  },
  getScoreRequest: {
    method: 'GET',
    path: '/api/public/score-request/{request_id}',
    tag: 'scores',
    summary: 'Get the outcome of a score request',
    description:
      'Returns the status of a score request and, once it is scored, the provider. Keep the request_id of the receipt: it is the only way to find the request.',
    access: 'public',
    params: closed({
      request_id: Type.String({ pattern: UUID, description: 'The request_id of the receipt.' }),
    }),
    query: NO_PARAMETERS,
    success: {
      status: 200,
      schema: ScoreRequestOutcome,
      mediaType: JSON_TYPE,
      description: 'The outcome.',
    },
    problems: ['not_found'],
    caching: 'none',
  },
});
