// GET /search.json: what the search finds while somebody types; and GET /search, the same as a page, for readers without
// scripts too. The reading thread finds it.

import { fold } from '@rf-indicators/contract/search';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { respondProblem } from '../../http/respond.ts';
import type { PageReadId } from '../../rendering/reading.ts';
import { readSearchQuery, resultsUrl, searchUrl } from '../../rendering/search/query.ts';
import type { PageDependencies } from '../dependencies.ts';
import { readBody } from '../read-published.ts';
import { respondPage, respondRedirect } from '../respond-page.ts';

type Asked = FastifyRequest<{ Querystring: { q?: unknown } }>;

export function addSearch(app: FastifyInstance, dependencies: PageDependencies): void {
  const addRead = (
    path: string,
    read: PageReadId,
    urlOf: (query: string) => string,
    asRead: (query: string) => string,
  ) =>
    app.get(path, async (request: Asked, reply: FastifyReply) => {
      const query = asRead(readSearchQuery(request.query.q));
      const body = await readBody(dependencies, urlOf(query), read, { q: query });
      if (!('problem' in body)) return respondPage(request, reply, body);
      const { problem, ...details } = body;
      respondProblem(request, reply, dependencies.baseUrl, problem, details);
    });
  // Different spellings of the same words have one answer, so none of them may decide it.
  addRead('/search.json', 'searchResults', resultsUrl, fold);
  addRead('/search', 'searchPage', searchUrl, (query) => query);
  // The guides had a search of their own.
  app.get('/docs/search', async (request: Asked, reply) =>
    respondRedirect(request, reply, searchUrl(readSearchQuery(request.query.q)), 301),
  );
}
