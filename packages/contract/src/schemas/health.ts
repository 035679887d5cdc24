import { type Static, Type } from 'typebox';
import { Instant } from './common.ts';

export const Health = Type.Object(
  { status: Type.Literal('ok'), time: Instant },
  { $id: 'Health', description: 'The process responds. Members may be added.' },
);
export type Health = Static<typeof Health>;

export const Readiness = Type.Object(
  {
    status: Type.Enum(['ready', 'not_ready'], { type: 'string' }),
    checks: Type.Array(Type.Object({ name: Type.String(), ok: Type.Boolean() })),
  },
  { $id: 'Readiness', description: 'Whether the process is ready. Members may be added.' },
);
export type Readiness = Static<typeof Readiness>;
