// GET /api/v1/status: whether the service is up, how fresh its data is, which framework is in force.

import type { Status } from '@rf-indicators/contract';
import type { AppDependencies } from '../../service/dependencies.ts';
import type { Handler } from '../../http/handler.ts';
import { respondJson } from '../../http/respond.ts';
import { instant, instantOrNull } from '../../rendering/wire/instants.ts';

export function getStatus({ door, standing, bookkeeper }: AppDependencies): Handler {
  return ({ request, reply }) => {
    const now = Math.floor(door.clock());
    const { freshness, frameworkVersion, startedAt, isStoreWell } = standing();
    const uptime = bookkeeper.uptime();
    const status: Status = {
      status: isStoreWell ? 'operational' : 'degraded',
      uptime: {
        started_at: instant(startedAt),
        seconds: Math.floor((now - startedAt) / 1000),
        ratio_24h: uptime?.ratio24h ?? null,
        ratio_30d: uptime?.ratio30d ?? null,
        ratio_90d: uptime?.ratio90d ?? null,
      },
      freshness: {
        last_published_at: instantOrNull(freshness.lastPublishedAt),
        last_run_at: instantOrNull(freshness.lastRunAt),
        oldest_score_at: instantOrNull(freshness.oldestScoreAt),
        providers: freshness.providers,
        stale_providers: freshness.staleProviders,
      },
      framework_version: frameworkVersion,
      components: [
        { name: 'api', status: 'operational' },
        // While it is away, what is published is served on; runs, new keys and score requests wait.
        { name: 'store', status: isStoreWell ? 'operational' : 'outage' },
      ],
      incidents: (uptime?.incidents ?? []).map(({ startedAt: from, endedAt }) => ({
        started_at: instant(from),
        ended_at: instant(endedAt),
        title: 'The service was not running.',
      })),
      time: instant(now),
    };
    respondJson(request, reply, 200, status);
  };
}
