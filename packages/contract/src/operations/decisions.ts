// Decisions on providers, by the policies of a workspace.

import type { Static } from 'typebox';
import { UUID } from '../schemas/forms.ts';
import {
  Exposure,
  KeptDecisions,
  POLICY_NAME,
  SHA256,
  SignedBundle,
  SignedDecisions,
} from '../schemas/policies.ts';
import { Type } from '../type.ts';
import { JSON_TYPE, operations } from './operation.ts';
import { closed, idempotencyKey, NO_PARAMETERS } from './parameters.ts';

/** So many providers in one call, and so many of them take one place of the hour. */
export const PROVIDERS_PER_CALL = 1000;
export const PROVIDERS_PER_PLACE = 100;

export const Evaluation = Type.Object(
  {
    policy: Type.String({
      pattern: `${POLICY_NAME}|${SHA256}`,
      maxLength: 64,
      description: 'The name of a policy, then its active version decides, or the digest of a version.',
    }),
    providers: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      minItems: 1,
      maxItems: PROVIDERS_PER_CALL,
      uniqueItems: true,
      description: 'The ids of providers. An id that the service does not know is BLOCK.',
    }),
    nonce: Type.String({
      pattern: '^[A-Za-z0-9_-]{16,64}$',
      description: 'Made anew for every call, so that an answer to another call is noticed.',
    }),
    exposure: Type.Optional(Exposure),
    reference: Type.Optional(
      Type.String({
        format: 'line',
        maxLength: 64,
        description: 'A text of your own, such as the number of an order.',
      }),
    ),
    at: Type.Optional(
      Type.String({
        pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$',
        description:
          'Decide for this instant instead of now: a date-time in UTC, in whole seconds. The answer is hypothetical, and never valid.',
      }),
    ),
  },
  {
    $id: 'Evaluation',
    additionalProperties: false,
    description: 'A call for decisions. Unknown members are refused.',
  },
);
export type Evaluation = Static<typeof Evaluation>;

export default operations({
  evaluate: {
    method: 'POST',
    path: '/api/v1/evaluate',
    tag: 'decisions',
    summary: 'Decide by a policy',
    description:
      'Decides on providers by a policy of the workspace: ALLOW, REVIEW or BLOCK for each, with the rule that decided and the values that it saw. One signed document has the decisions on all of them, and says until when they may be used. Every hundred providers, or part of it, take one request of the hourly limit.',
    access: 'scores',
    scopes: ['evaluate'],
    places: { of: 'providers', each: PROVIDERS_PER_PLACE },
    longestBody: 256 * 1024,
    params: NO_PARAMETERS,
    query: NO_PARAMETERS,
    headers: Type.Object({ 'Idempotency-Key': idempotencyKey }),
    body: Evaluation,
    success: { status: 200, schema: SignedDecisions, mediaType: JSON_TYPE, description: 'The decisions.' },
    problems: ['not_found', 'conflict'],
    caching: 'none',
  },
  getDecisions: {
    method: 'GET',
    path: '/api/v1/decisions/{decision_id}',
    tag: 'decisions',
    summary: 'Get the decisions of a call again',
    description:
      'Returns the signed decisions of an earlier call of the workspace with the policy and the values that they rest on, so that they can be made again offline. Calls are kept for 400 days, unless the workspace has used up the room that it has for them.',
    access: 'scores',
    scopes: ['evaluate'],
    params: closed({
      decision_id: Type.String({ pattern: UUID, description: 'The decision_id of the document.' }),
    }),
    query: NO_PARAMETERS,
    success: {
      status: 200,
      schema: KeptDecisions,
      mediaType: JSON_TYPE,
      description: 'The decisions, with what they rest on.',
    },
    problems: ['not_found'],
    caching: 'none',
  },
  getPolicyBundle: {
    method: 'GET',
    path: '/api/v1/policies/{name}/bundle',
    tag: 'decisions',
    summary: 'Get a policy with the values that it reads',
    description:
      'Returns the active version of a policy with the values of all providers in its scope, signed, so that a client decides by itself and without another request until valid_until. Ask again before it ends: the response is 304 as long as the same bundle serves.',
    access: 'scores',
    scopes: ['evaluate'],
    params: closed({
      name: Type.String({ pattern: POLICY_NAME, maxLength: 64, description: 'The name of the policy.' }),
    }),
    query: NO_PARAMETERS,
    success: { status: 200, schema: SignedBundle, mediaType: JSON_TYPE, description: 'The bundle.' },
    problems: ['not_found'],
    caching: 'keyed',
  },
});
