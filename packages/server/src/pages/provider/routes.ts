// GET /providers/{slug} and GET /providers/{slug}/report: public pages about one provider.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { respondProblem } from '../../http/respond.ts';
import { providerNotFoundPage } from '../../rendering/pages/provider/not-found.ts';
import { providerUrl, readRange, readShownSteps } from '../../rendering/pages/provider/range.ts';
import type { ReadProblem } from '../../rendering/reading.ts';
import type { PageDependencies } from '../dependencies.ts';
import { readBody } from '../read-published.ts';
import { respondPage, respondPageNotFound, respondRedirect } from '../respond-page.ts';

interface ProviderRequest {
  Params: { slug: string };
  Querystring: Record<string, unknown>;
}

export function addProvider(app: FastifyInstance, dependencies: PageDependencies): void {
  const { site, baseUrl } = dependencies;

  const respondUnknown = (
    request: FastifyRequest,
    reply: FastifyReply,
    slug: string,
    { problem, ...details }: ReadProblem,
  ) => {
    const isKnown = problem === 'indicator_not_found';
    if (!isKnown && problem !== 'provider_not_found') {
      return respondProblem(request, reply, baseUrl, problem, details);
    }
    const page = providerNotFoundPage(site, { slug, candidates: details.candidates ?? [], isKnown });
    respondPageNotFound(request, reply, page);
  };

  app.get<ProviderRequest>('/providers/:slug', async (request, reply) => {
    const { slug } = request.params;
    const range = readRange(request.query.range);
    const steps = readShownSteps(request.query.steps);
    const body = await readBody(dependencies, providerUrl(slug, range, steps), 'providerPage', {
      ...{ slug, steps },
      ...(range === null ? {} : { range }),
    });
    if (!('problem' in body)) return respondPage(request, reply, body);
    // Each page has one URL.
    if (body.movedTo !== undefined) {
      return respondRedirect(request, reply, providerUrl(body.movedTo, range, steps));
    }
    respondUnknown(request, reply, slug, body);
  });

  app.get<ProviderRequest>('/providers/:slug/report', async (request, reply) => {
    const { slug } = request.params;
    const body = await readBody(dependencies, `/providers/${slug}/report`, 'providerReport', { slug });
    if (!('problem' in body)) return respondPage(request, reply, body);
    if (body.movedTo !== undefined) {
      return respondRedirect(request, reply, `/providers/${body.movedTo}/report`);
    }
    respondUnknown(request, reply, slug, body);
  });
}
