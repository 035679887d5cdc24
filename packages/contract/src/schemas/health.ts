import type { Static } from 'typebox';
import { Type } from '../type.ts';
import { Instant } from './common.ts';

export const Health = Type.Object(
  { status: Type.Literal('ok'), time: Instant },
  { $id: 'Health', description: 'The process responds. Members may be added.' },
);
export type Health = Static<typeof Health>;

export const Readiness = Type.Object(
  {
    status: Type.Enum(['ready', 'degraded', 'not_ready'], {
      type: 'string',
      description:
        '`degraded`: published indicators are available, but a check failed, for example because the disk is full.',
    }),
    checks: Type.Array(
      Type.Object({
        name: Type.String(),
        ok: Type.Boolean(),
        detail: Type.Optional(Type.String({ description: 'What is wrong, if the check failed.' })),
      }),
    ),
  },
  { $id: 'Readiness', description: 'Whether the process is ready. Members may be added.' },
);
export type Readiness = Static<typeof Readiness>;
