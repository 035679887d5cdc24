import type { Static } from 'typebox';
import { Type } from '../type.ts';
import { Instant, PlannerType, Slug, Uuid } from './common.ts';
import { nullable } from './forms.ts';

export const ScoreRequest = Type.Object(
  {
    provider_name: Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' }),
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
    message: Type.Optional(Type.String({ maxLength: 2000 })),
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
