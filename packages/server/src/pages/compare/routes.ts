// GET /compare: providers side by side.

import type { FastifyInstance } from 'fastify';
import { respondProblem } from '../../http/respond.ts';
import { compareUrl, readCompareQuery } from '../../rendering/pages/compare/query.ts';
import type { PageDependencies } from '../dependencies.ts';
import { readBody } from '../read-published.ts';
import { respondPage } from '../respond-page.ts';

export function addCompare(app: FastifyInstance, dependencies: PageDependencies): void {
  app.get<{ Querystring: Record<string, unknown> }>('/compare', async (request, reply) => {
    const { slugs, add } = readCompareQuery(request.query);
    const parameters = {
      ...(slugs.length === 0 ? {} : { providers: slugs.join(',') }),
      ...(add === '' ? {} : { add }),
    };
    const body = await readBody(dependencies, compareUrl(slugs, add), 'comparePage', parameters);
    if (!('problem' in body)) return respondPage(request, reply, body);
    const { problem, ...details } = body;
    respondProblem(request, reply, dependencies.baseUrl, problem, details);
  });
}
