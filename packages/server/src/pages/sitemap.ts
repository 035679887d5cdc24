// GET /sitemap.xml and GET /robots.txt: what search engines shall visit.

import type { Changelog, PublicScores } from '@rf-indicators/contract';
import type { FastifyInstance } from 'fastify';
import { respondProblem } from '../http/respond.ts';
import { type Body, prepareBody } from '../rendering/body.ts';
import { GUIDES } from '../rendering/guides/contents.ts';
import { referencePaths } from '../rendering/reference/files.ts';
import { xmlText } from '../rendering/wire/xml.ts';
import type { PageDependencies } from './dependencies.ts';
import { cachePerBody } from './page-cache.ts';
import { jsonOf, readPublished } from './read-published.ts';
import { respondPage } from './respond-page.ts';

const PAGES = [
  '/',
  '/changelog',
  '/changes/weeks',
  '/methodology',
  '/verify',
  '/why',
  '/status',
  '/access',
  '/request',
  '/docs',
  '/docs/pages',
  '/clients/',
  '/prompts',
  '/terms/api',
  '/terms/agent',
];

export function addSitemap(app: FastifyInstance, dependencies: PageDependencies): void {
  const { site, startedAt } = dependencies;
  const { baseUrl } = site;
  const cachedSitemap = cachePerBody(async (source) =>
    prepareBody(
      sitemap(
        baseUrl,
        jsonOf<PublicScores>(source).data,
        await newestChanges(dependencies),
        await referencePaths(),
      ),
      { lastModified: Math.max(source.lastModified, startedAt), mediaType: 'application/xml' },
    ),
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

/** What people link to. Older changes are found by the links of these. */
const LISTED_CHANGES = 'band_change,correction,reinstatement,withdrawal';

async function newestChanges(dependencies: PageDependencies): Promise<Changelog['data']> {
  const body = await readPublished(dependencies, 'getChangelog', { kinds: LISTED_CHANGES });
  return 'problem' in body ? [] : jsonOf<Changelog>(body).data;
}

/** `reference` has the addresses of the API reference. */
function sitemap(
  baseUrl: string,
  providers: PublicScores['data'],
  changes: Changelog['data'],
  reference: readonly string[],
): string {
  const entry = (path: string, changed?: string) =>
    `<url><loc>${xmlText(baseUrl + path)}</loc>${changed === undefined ? '' : `<lastmod>${xmlText(changed.slice(0, 10))}</lastmod>`}</url>`;
  const entries = [
    ...PAGES.map((path) => entry(path)),
    ...providers.map(({ slug, scored_at }) => entry(`/providers/${slug}`, scored_at)),
    ...changes.map(({ id, changed_at }) => entry(`/changes/${id}`, changed_at)),
    ...GUIDES.map(({ name }) => entry(`/docs/${name}`)),
    ...reference.map((path) => entry(path)),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
}
