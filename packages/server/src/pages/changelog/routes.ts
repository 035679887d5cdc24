// GET /changelog and GET /changelog.csv, and the pages of single changes and of weeks below /changes.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readWeek } from '../../rendering/history/iso-week.ts';
import { changesParameters, changesUrl, readChangesQuery } from '../../rendering/pages/changelog/query.ts';
import type { PageReadId, Parameters } from '../../rendering/reading.ts';
import type { PageDependencies } from '../dependencies.ts';
import { respondNotFound } from '../not-found.ts';
import { readBody } from '../read-published.ts';
import { respondPage, respondRedirect } from '../respond-page.ts';

const FIELDS = ['provider', 'direction', 'since'];
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function addChangelog(app: FastifyInstance, dependencies: PageDependencies): void {
  const respond = async (
    request: FastifyRequest,
    reply: FastifyReply,
    url: string,
    read: PageReadId,
    parameters: Parameters,
  ) => {
    const body = await readBody(dependencies, url, read, parameters);
    if ('problem' in body) return respondNotFound(request, reply, dependencies);
    return respondPage(request, reply, body);
  };

  app.get<{ Querystring: Record<string, unknown> }>('/changelog', async (request, reply) => {
    const given = request.query;
    const query = readChangesQuery(given);
    const url = changesUrl(query);
    // A form sends each box by itself, the fields that nobody filled in, and a date as readers write it. A cursor that was not made here leads to the newest.
    const isWritten = query.since !== null && given.since !== query.since;
    const isOfForm = isWritten || Array.isArray(given.kinds) || FIELDS.some((field) => given[field] === '');
    if (isOfForm || (given.cursor !== undefined && query.cursor === null))
      return respondRedirect(request, reply, url);
    return respond(request, reply, url, 'changelogPage', changesParameters(query));
  });

  app.get<{ Querystring: Record<string, unknown> }>('/changelog.csv', async (request, reply) => {
    const query = { ...readChangesQuery(request.query), cursor: null };
    return respond(
      request,
      reply,
      changesUrl(query, '/changelog.csv'),
      'changelogCsv',
      changesParameters(query),
    );
  });

  // Where the address of one change is cut off.
  app.get('/changes', (request, reply) => respondRedirect(request, reply, '/changelog', 301));

  app.get<{ Params: { id: string } }>('/changes/:id', async (request, reply) => {
    const { id } = request.params;
    if (!ID.test(id)) return respondNotFound(request, reply, dependencies);
    return respond(request, reply, `/changes/${id}`, 'changePage', { id });
  });

  app.get<{ Querystring: Record<string, unknown> }>('/changes/weeks', async (request, reply) => {
    const week = readWeek(String(request.query.before));
    const url = week === null ? '/changes/weeks' : `/changes/weeks?before=${week.name}`;
    return respond(request, reply, url, 'weeksPage', week === null ? {} : { before: week.name });
  });

  app.get<{ Params: { week: string } }>('/changes/weeks/:week', async (request, reply) => {
    const week = readWeek(request.params.week);
    if (week === null) return respondNotFound(request, reply, dependencies);
    return respond(request, reply, `/changes/weeks/${week.name}`, 'weekPage', { week: week.name });
  });
}
