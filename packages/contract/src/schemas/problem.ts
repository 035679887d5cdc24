import { type Static, Type } from 'typebox';
import { PROBLEM_CODES } from '../problems.ts';
import { AgentCandidate } from './agent/common.ts';
import { TierName } from './common.ts';

export const ProblemError = Type.Object(
  {
    parameter: Type.Optional(Type.String({ description: 'The parameter or header that is wrong.' })),
    pointer: Type.Optional(
      Type.String({ description: 'The place in the body, as a JSON pointer (RFC 6901).' }),
    ),
    code: Type.String(),
    message: Type.String(),
  },
  { description: 'One thing that is wrong; it has either parameter or pointer.' },
);
export type ProblemError = Static<typeof ProblemError>;

export const Problem = Type.Object(
  {
    type: Type.String({ format: 'uri', description: 'The page of the docs for the code.' }),
    title: Type.String(),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: Type.String({ description: 'For people; its wording may change.' }),
    code: Type.Enum(PROBLEM_CODES, {
      type: 'string',
      description: 'For programs; codes do not change their meaning, and new ones may be added.',
    }),
    request_id: Type.String({ description: 'The same as in the header x-request-id.' }),
    errors: Type.Optional(
      Type.Array(ProblemError, { description: 'Bad parameters and bodies: all at once.' }),
    ),
    candidates: Type.Optional(
      Type.Array(AgentCandidate, {
        description:
          'The nearest providers if no provider matches the name or slug, or all matching providers if several do.',
      }),
    ),
    required_tier: Type.Optional(TierName),
    key_tier: Type.Optional(TierName),
    workspace_tier: Type.Optional(TierName),
    retry_after: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Seconds, the same as in the header Retry-After.' }),
    ),
  },
  { $id: 'Problem', description: 'A refusal (RFC 9457). Members may be added.' },
);
export type Problem = Static<typeof Problem>;
