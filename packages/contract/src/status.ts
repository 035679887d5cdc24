import { type Static, Type } from 'typebox';

const Instant = Type.String({ format: 'date-time', description: 'An instant in UTC, with Z.' });
const Health = Type.Union([Type.Literal('operational'), Type.Literal('degraded'), Type.Literal('outage')]);
const Ratio = Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], {
  description: 'Share of the period in which the service was up; null while nothing is on record for it.',
});
const MaybeInstant = Type.Union([Instant, Type.Null()]);

export const Status = Type.Object(
  {
    status: Health,
    uptime: Type.Object({
      started_at: Instant,
      seconds: Type.Integer({ minimum: 0 }),
      ratio_24h: Ratio,
      ratio_30d: Ratio,
      ratio_90d: Ratio,
    }),
    freshness: Type.Object({
      last_published_at: MaybeInstant,
      last_run_at: MaybeInstant,
      oldest_score_at: MaybeInstant,
      providers: Type.Integer({ minimum: 0 }),
      stale_providers: Type.Integer({ minimum: 0 }),
    }),
    framework_version: Type.String({ description: 'Name and version, such as "RF Framework v1.0".' }),
    components: Type.Array(Type.Object({ name: Type.String(), status: Health })),
    incidents: Type.Array(Type.Object({ started_at: Instant, ended_at: MaybeInstant, title: Type.String() })),
    time: Instant,
  },
  { $id: 'Status', description: 'Service status, uptime, data freshness and framework version.' },
);

export type Status = Static<typeof Status>;
