// GET /methodology: the current framework, and GET /methodology/{version}/differences: what a version changes. Both are
// public: they show the published rules and headline scores, and no inputs of any provider.

import type { Methodology } from '@rf-indicators/contract';
import type { FastifyInstance } from 'fastify';
import { respondProblem } from '../../http/respond.ts';
import type { PageDependencies } from '../dependencies.ts';
import { respondNotFound } from '../not-found.ts';
import { cachePerBody } from '../page-cache.ts';
import { jsonOf, readBody, readPublished } from '../read-published.ts';
import { pageBody, respondPage } from '../respond-page.ts';

export function addMethodology(app: FastifyInstance, dependencies: PageDependencies): void {
  const { startedAt, baseUrl, site } = dependencies;
  const cachedPage = cachePerBody(async (source) => {
    const { methodologyPage } = await import('../../rendering/pages/methodology/page.ts');
    return pageBody(
      methodologyPage(site, jsonOf<Methodology>(source)),
      Math.max(source.lastModified, startedAt),
    );
  });
  app.get('/methodology', async (request, reply) => {
    const source = await readPublished(dependencies, 'getMethodology', {});
    if ('problem' in source) {
      const { problem, ...details } = source;
      return respondProblem(request, reply, baseUrl, problem, details);
    }
    return respondPage(request, reply, await cachedPage(source));
  });
  app.get<{ Params: { version: string }; Querystring: { page?: unknown } }>(
    '/methodology/:version/differences',
    async (request, reply) => {
      const { version } = request.params;
      const page = /^[1-9][0-9]{0,3}$/.test(String(request.query.page)) ? Number(request.query.page) : 1;
      const url = `/methodology/${version}/differences?page=${page}`;
      const body = await readBody(dependencies, url, 'differencesPage', { version, page });
      if ('problem' in body) return respondNotFound(request, reply, dependencies);
      return respondPage(request, reply, body);
    },
  );
}
