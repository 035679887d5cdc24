// GET /methodology: the current framework. The page is public: it shows the published rules, and no values of any
// provider.

import type { Methodology } from '@rf-indicators/contract';
import type { FastifyInstance } from 'fastify';
import { respondProblem } from '../../http/respond.ts';
import { methodologyPage } from '../../rendering/pages/methodology/page.ts';
import type { PageDependencies } from '../dependencies.ts';
import { cachePerBody } from '../page-cache.ts';
import { jsonOf, readPublished } from '../read-published.ts';
import { pageBody, respondPage } from '../respond-page.ts';

export function addMethodology(app: FastifyInstance, dependencies: PageDependencies): void {
  const { startedAt, baseUrl, site } = dependencies;
  const cachedPage = cachePerBody(async (source) =>
    pageBody(methodologyPage(site, jsonOf<Methodology>(source)), Math.max(source.lastModified, startedAt)),
  );
  app.get('/methodology', async (request, reply) => {
    const source = await readPublished(dependencies, 'getMethodology', {});
    if ('problem' in source) {
      const { problem, ...details } = source;
      return respondProblem(request, reply, baseUrl, problem, details);
    }
    return respondPage(request, reply, await cachedPage(source));
  });
}
