// GET /sitemap.xml and GET /robots.txt: what search engines shall visit.

import type { PublicScores } from '@rf-indicators/contract';
import type { FastifyInstance } from 'fastify';
import { respondProblem } from '../http/respond.ts';
import { type Body, prepareBody } from '../rendering/body.ts';
import { sitemap } from '../rendering/guides/sitemap.ts';
import type { PageDependencies } from './dependencies.ts';
import { cachePerBody } from './page-cache.ts';
import { jsonOf, readPublished } from './read-published.ts';
import { referencePaths } from './reference/files.ts';
import { respondPage } from './respond-page.ts';

export function addSitemap(app: FastifyInstance, dependencies: PageDependencies): void {
  const { site, startedAt } = dependencies;
  const { baseUrl } = site;
  const cachedSitemap = cachePerBody(async (source) =>
    prepareBody(sitemap(baseUrl, jsonOf<PublicScores>(source).data, await referencePaths()), {
      lastModified: Math.max(source.lastModified, startedAt),
      mediaType: 'application/xml',
    }),
  );
  app.get('/sitemap.xml', async (request, reply) => {
    const source = await readPublished(dependencies, 'listPublicScores', {});
    if ('problem' in source) {
      const { problem, ...details } = source;
      return respondProblem(request, reply, baseUrl, problem, details);
    }
    return respondPage(request, reply, await cachedSitemap(source));
  });

  let robots: Body | null = null;
  app.get('/robots.txt', async (request, reply) => {
    const text = `User-agent: *\nDisallow: /api/\n\nSitemap: ${baseUrl}/sitemap.xml\n`;
    robots ??= prepareBody(text, { lastModified: startedAt, mediaType: 'text/plain; charset=utf-8' });
    return respondPage(request, reply, robots);
  });
}
