// GET /status: says how things are now, so it is rendered again at most a second later.

import type { FastifyInstance } from 'fastify';
import type { Body } from '../../rendering/body.ts';
import { statusPage } from '../../rendering/pages/status/page.ts';
import type { PageDependencies } from '../dependencies.ts';
import { PLAIN_POLICY, pageBody, respondPage } from '../respond-page.ts';

const KEPT_MS = 1000;

export function addStatus(app: FastifyInstance, { site, clock, status }: PageDependencies): void {
  let page: Body | null = null;
  let renderedAt = 0;
  app.get('/status', (request, reply) => {
    const now = Math.floor(clock());
    // Also if the clock was set back.
    if (page === null || Math.abs(now - renderedAt) >= KEPT_MS) {
      page = pageBody(statusPage(site, status()), now);
      renderedAt = now;
    }
    return respondPage(request, reply, page, PLAIN_POLICY, 'none');
  });
}
