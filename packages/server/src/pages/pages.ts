// Pages that the server makes itself.

import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';

export function addPages(app: FastifyInstance, { metrics, showsMetricsToLoopback }: AppDependencies): void {
  if (showsMetricsToLoopback) {
    app.get('/metrics', (_, reply) => reply.type('text/plain; version=0.0.4').send(metrics.text()));
  }
}
