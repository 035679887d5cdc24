// GET /status: rendered for each request, because it says how things are now.

import type { FastifyInstance } from 'fastify';
import { statusPage } from '../../rendering/pages/status/page.ts';
import type { PageDependencies } from '../dependencies.ts';
import { PLAIN_POLICY, pageBody, respondPage } from '../respond-page.ts';

export function addStatus(app: FastifyInstance, { site, clock, status }: PageDependencies): void {
  app.get('/status', (request, reply) => {
    const page = pageBody(statusPage(site, status()), Math.floor(clock()));
    return respondPage(request, reply, page, PLAIN_POLICY, 'none');
  });
}
