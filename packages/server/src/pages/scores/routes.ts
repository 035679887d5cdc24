// GET /, GET /scores/rows and GET /scores.csv: the scores of all providers.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { respondProblem } from '../../http/respond.ts';
import {
  readScoresQuery,
  type ScoresQuery,
  scoresParameters,
  scoresUrl,
  type View,
} from '../../rendering/pages/scores/query.ts';
import type { PageReadId } from '../../rendering/reading.ts';
import type { PageDependencies } from '../dependencies.ts';
import { readBody } from '../read-published.ts';
import { respondPage, respondRedirect } from '../respond-page.ts';

const FIELDS = ['q', 'type', 'band', 'order', 'as_of'];

const READS: Readonly<Record<View, PageReadId>> = {
  table: 'scoresPage',
  map: 'scoresMap',
  timeline: 'scoresTimeline',
};

export function addScores(app: FastifyInstance, dependencies: PageDependencies): void {
  const respond = async (
    request: FastifyRequest,
    reply: FastifyReply,
    read: PageReadId,
    url: string,
    query: ScoresQuery,
  ) => {
    const body = await readBody(dependencies, url, read, scoresParameters(query));
    if (!('problem' in body)) return respondPage(request, reply, body);
    const { problem, ...details } = body;
    respondProblem(request, reply, dependencies.baseUrl, problem, details);
  };

  app.get<{ Querystring: Record<string, unknown> }>('/', async (request, reply) => {
    const query = readScoresQuery(request.query);
    const url = scoresUrl(query);
    // A form also sends the fields that nobody filled in, and a date as readers write it.
    const isOfForm = FIELDS.some((field) => request.query[field] === '');
    if (isOfForm || (query.asOf !== null && request.query.as_of !== query.asOf))
      return respondRedirect(request, reply, url);
    await respond(request, reply, READS[query.view], url, query);
  });

  app.get<{ Querystring: Record<string, unknown> }>('/scores/rows', async (request, reply) => {
    const query = { ...readScoresQuery(request.query), view: 'table' as const };
    await respond(request, reply, 'scoresRows', scoresUrl(query, '/scores/rows'), query);
  });

  app.get<{ Querystring: Record<string, unknown> }>('/scores.csv', async (request, reply) => {
    const query = { ...readScoresQuery(request.query), view: 'table' as const, page: 1 };
    await respond(request, reply, 'scoresCsv', scoresUrl(query, '/scores.csv'), query);
  });
}
