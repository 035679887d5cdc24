// GET /why and GET /why/{slug}: why to believe a score. GET /specimens/{slug}.json: the packages that anyone may read.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { respondProblem } from '../../http/respond.ts';
import { type Body, prepareBody } from '../../rendering/body.ts';
import { EXAMPLE_ADDRESS, readExample } from '../../rendering/pages/why/example.ts';
import type { PageDependencies } from '../dependencies.ts';
import { respondNotFound } from '../not-found.ts';
import { readBody } from '../read-published.ts';
import { respondPage, respondRedirect } from '../respond-page.ts';

type Named = { Params: { slug: string } };
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export function addWhy(app: FastifyInstance, dependencies: PageDependencies): void {
  const { baseUrl, startedAt } = dependencies;

  const respondPageOf = async (request: FastifyRequest, reply: FastifyReply, slug: string | null) => {
    const url = slug === null ? '/why' : `/why/${slug}`;
    const body = await readBody(dependencies, url, 'whyPage', slug === null ? {} : { slug });
    if (!('problem' in body)) return respondPage(request, reply, body);
    if (body.movedTo !== undefined) return respondRedirect(request, reply, `/why/${body.movedTo}`);
    return respondNotFound(request, reply, dependencies);
  };

  app.get<{ Querystring: Record<string, unknown> }>('/why', (request, reply) => {
    const { provider } = request.query;
    // The form without scripts. Each page has one URL.
    if (typeof provider === 'string' && SLUG.test(provider))
      return respondRedirect(request, reply, `/why/${provider}`);
    return respondPageOf(request, reply, null);
  });
  app.get<Named>('/why/:slug', (request, reply) => {
    const { slug } = request.params;
    return SLUG.test(slug)
      ? respondPageOf(request, reply, slug)
      : respondNotFound(request, reply, dependencies);
  });

  app.get<{ Params: { file: string } }>('/specimens/:file', async (request, reply) => {
    const slug = /^(.*)\.json$/.exec(request.params.file)?.[1] ?? '';
    if (!SLUG.test(slug)) return respondNotFound(request, reply, dependencies);
    const body = await readBody(dependencies, `/specimens/${slug}.json`, 'specimen', { slug });
    if (!('problem' in body)) return respondPage(request, reply, body);
    const { problem, movedTo, ...details } = body;
    if (movedTo !== undefined) return respondRedirect(request, reply, `/specimens/${movedTo}.json`);
    respondProblem(request, reply, baseUrl, problem, details);
  });

  let example: Body | null = null;
  app.get(EXAMPLE_ADDRESS, async (request, reply) => {
    example ??= prepareBody(await readExample(), { lastModified: startedAt, hot: true });
    return respondPage(request, reply, example);
  });
}
