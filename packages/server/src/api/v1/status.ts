// GET /api/v1/status: whether the service is up, how fresh its data is, which framework is in force.

import { Status } from '@rf-indicators/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from '../../app.ts';

export function statusRoute(app: FastifyInstance, { clock, frameworkVersion }: AppDependencies): void {
  const startedAt = clock();
  app.get('/api/v1/status', { schema: { response: { 200: Status } } }, (): Status => {
    const now = clock();
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
        last_published_at: null,
        last_run_at: null,
        oldest_score_at: null,
        providers: 0,
        stale_providers: 0,
      },
      framework_version: frameworkVersion,
      components: [{ name: 'api', status: 'operational' }],
      incidents: [],
      time: now.toISOString(),
    };
  });
}
