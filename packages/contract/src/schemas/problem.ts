import type { Static } from 'typebox';
import { PROBLEM_CODES } from '../problems.ts';
import { Type } from '../type.ts';
import { AgentCandidate } from './agent/common.ts';
import { TierName } from './common.ts';
import { withdrawalMembers } from './withdrawn.ts';

export const ProblemError = Type.Object(
  {
    parameter: Type.Optional(Type.String({ description: 'The invalid parameter or header.' })),
    pointer: Type.Optional(
      Type.String({ description: 'The invalid value in the body, as a JSON Pointer (RFC 6901).' }),
    ),
    code: Type.String(),
    message: Type.String(),
  },
  { description: 'One invalid value. It has either parameter or pointer.' },
);
export type ProblemError = Static<typeof ProblemError>;

export const Problem = Type.Object(
  {
    type: Type.String({ format: 'uri', description: 'The documentation of the problem code.' }),
    title: Type.String(),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: Type.String({ description: 'An explanation for people. Its wording may change.' }),
    code: Type.Enum(PROBLEM_CODES, {
      type: 'string',
      description:
        'The problem code for programs. Codes never change their meaning, and new ones may be added.',
    }),
    request_id: Type.String({ description: 'The same value as in the x-request-id header.' }),
    errors: Type.Optional(
      Type.Array(ProblemError, { description: 'All invalid parameters, or all invalid values in the body.' }),
    ),
    candidates: Type.Optional(
      Type.Array(AgentCandidate, {
        description:
          'The nearest providers if no provider matches the name or slug, or all matching providers if several do.',
      }),
    ),
    ...withdrawalMembers,
    required_tier: Type.Optional(TierName),
    key_tier: Type.Optional(TierName),
    workspace_tier: Type.Optional(TierName),
    retry_after: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Seconds to wait, the same value as in the Retry-After header.',
      }),
    ),
  },
  { $id: 'Problem', description: 'A problem document (RFC 9457). Members may be added.' },
);
export type Problem = Static<typeof Problem>;
