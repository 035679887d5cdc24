// GET /api/v1/status: whether the service is up, how fresh its data is, which framework is in force.

import { Status } from '@rf-indicators/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from '../../dependencies.ts';

export function statusRoute(app: FastifyInstance, dependencies: AppDependencies): void {
  const { clock, status } = dependencies;
  const startedAt = clock();
  app.get('/api/v1/status', { schema: { response: { 200: Status } } }, (): Status => {
    const now = clock();
    const { freshness: data, frameworkVersion } = status();
    return {
      status: 'operational',
      uptime: {
        started_at: startedAt.toISOString(),
        seconds: Math.floor((now.getTime() - startedAt.getTime()) / 1000),
        ratio_24h: null,
        ratio_30d: null,
        ratio_90d: null,
      },
      freshness: {
        last_published_at: instant(data.lastPublishedAt),
        last_run_at: instant(data.lastRunAt),
        oldest_score_at: instant(data.oldestScoreAt),
        providers: data.providers,
        stale_providers: data.staleProviders,
      },
      framework_version: frameworkVersion,
      components: [
        { name: 'api', status: 'operational' },
        { name: 'store', status: 'operational' },
      ],
      incidents: [],
      time: now.toISOString(),
    };
  });
}

function instant(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
