// GET /sitemap.xml: the public pages, the providers, the guides and the API reference.

import { xmlText } from '../wire/xml.ts';
import { GUIDES } from './contents.ts';

const PAGES = [
  '/',
  '/changelog',
  '/methodology',
  '/verify',
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

export interface SitemapProvider {
  slug: string;
  scored_at: string;
}

/** `reference` has the addresses of the API reference. */
export function sitemap(
  baseUrl: string,
  providers: readonly SitemapProvider[],
  reference: readonly string[],
): string {
  const entry = (path: string, changed?: string) =>
    `<url><loc>${xmlText(baseUrl + path)}</loc>${changed === undefined ? '' : `<lastmod>${xmlText(changed.slice(0, 10))}</lastmod>`}</url>`;
  const entries = [
    ...PAGES.map((path) => entry(path)),
    ...providers.map(({ slug, scored_at }) => entry(`/providers/${slug}`, scored_at)),
    ...GUIDES.map(({ name }) => entry(`/docs/${name}`)),
    ...reference.map((path) => entry(path)),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
}
