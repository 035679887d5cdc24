import { type Static, Type } from 'typebox';
import { Instant, PlannerType, Uuid } from './common.ts';

export const ScoreRequest = Type.Object(
  {
    provider_name: Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' }),
    provider_url: Type.Optional(
      Type.String({
        format: 'uri',
        pattern: '^https://[^\\s/?#@]+([/?#]\\S*)?$',
        maxLength: 2000,
        description: 'An https address without a name or password in it.',
      }),
    ),
    planner_type: Type.Optional(PlannerType),
    contact_email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
    message: Type.Optional(Type.String({ maxLength: 2000 })),
  },
  {
    $id: 'ScoreRequest',
    additionalProperties: false,
    description: 'Asks for a provider to be scored. Unknown members are refused.',
  },
);
export type ScoreRequest = Static<typeof ScoreRequest>;

export const ScoreRequestReceipt = Type.Object(
  { request_id: Uuid, status: Type.Literal('received'), received_at: Instant },
  { $id: 'ScoreRequestReceipt', description: 'The request is on file. Members may be added.' },
);
export type ScoreRequestReceipt = Static<typeof ScoreRequestReceipt>;
