import type { Static } from 'typebox';
import { Type } from '../type.ts';
import { CivilDate, FrameworkVersion, Instant } from './common.ts';
import { nullable } from './forms.ts';

export const ServiceHealth = Type.Enum(['operational', 'degraded', 'outage'], {
  type: 'string',
  description: 'The status of the service or of a component.',
});

const Ratio = nullable(Type.Number({ minimum: 0, maximum: 1 }), {
  description:
    'The share of the period in which the service was available; null until the whole period was observed.',
});

export const Status = Type.Object(
  {
    status: ServiceHealth,
    uptime: Type.Object({
      started_at: Instant,
      seconds: Type.Integer({ minimum: 0 }),
      ratio_24h: Ratio,
      ratio_30d: Ratio,
      ratio_90d: Ratio,
      days: Type.Array(
        Type.Object({
          date: CivilDate,
          ratio: nullable(Type.Number({ minimum: 0, maximum: 1 }), {
            description: 'The share of the observed part of the day; null if the day was not observed.',
          }),
        }),
        { description: 'The last 90 UTC days, oldest first; empty until the records have been read.' },
      ),
    }),
    freshness: Type.Object({
      last_published_at: nullable(Instant),
      last_run_at: nullable(Instant),
      oldest_score_at: nullable(Instant),
      providers: Type.Integer({ minimum: 0 }),
      stale_providers: Type.Integer({ minimum: 0 }),
    }),
    framework_version: FrameworkVersion,
    components: Type.Array(
      Type.Object({
        name: Type.String(),
        status: ServiceHealth,
        detail: Type.Optional(
          Type.String({ description: 'What is wrong, if the component is not operational.' }),
        ),
      }),
    ),
    incidents: Type.Array(
      Type.Object({
        started_at: Instant,
        ended_at: nullable(Instant),
        title: Type.String(),
        detail: Type.Optional(
          Type.String({ description: 'What it affects and what is done about it, if the staff said so.' }),
        ),
      }),
      { description: 'Of the last 90 days, newest first: interruptions, and what the staff announced.' },
    ),
    time: Instant,
  },
  {
    $id: 'Status',
    description: 'Service status, uptime, data freshness and framework version. Members may be added.',
  },
);
export type Status = Static<typeof Status>;
