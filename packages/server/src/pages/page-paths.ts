// The addresses of all pages and their files that do not depend on what is published. A page that is added to pages.ts is
// listed here too, or below as one that needs the running service.

import { readdir } from 'node:fs/promises';
import { TERMS_KINDS } from '@rf-indicators/core/accounts/terms-texts';
import { GUIDES, MOVED_GUIDES } from '../rendering/guides/contents.ts';
import type { Site } from '../rendering/pages/site.ts';
import { EXAMPLE_ADDRESS } from '../rendering/pages/why/example.ts';
import { referencePaths } from '../rendering/reference/files.ts';
import { REPOSITORY } from '../rendering/repository.ts';
import { ASSET_PATHS } from './assets.ts';
import { builtNames } from './built-files.ts';
import { readPackages } from './clients/routes.ts';

const PAGES = [
  '/',
  '/scores.csv',
  '/verify',
  '/why',
  '/provider-names.json',
  '/log-of-service.json',
  '/methodology',
  '/changelog',
  '/changelog.csv',
  '/changes/weeks',
  '/compare',
  '/access',
  '/issuances',
  '/docs',
  '/docs/pages',
  '/docs/search',
  '/search',
  '/docs/templates/providers.csv',
  '/docs/templates/inputs.csv',
  '/llms.txt',
  '/clients/',
  '/prompts',
  '/sitemap.xml',
  '/robots.txt',
];

/** Addresses that nobody but a running service can answer, with the reason. */
export const LIVE_PAGES: Readonly<Record<string, string>> = {
  '/status': 'says how the service is at the moment',
  '/request': 'a form, which the service receives',
  '/scores/rows': 'parts of the Scores page, which a query selects',
  '/search.json': 'what a search finds while somebody types',
  '/sign-in': 'the web application of people who sign in',
  '/console': 'the web application of people who sign in',
  '/desk': 'the web application of people who sign in',
  '/components': 'the web application of people who sign in',
  '/oembed': 'describes how to embed the address in its query',
  '/app': 'files of the web application',
};

export async function pagePaths({ colour, logoFile }: Site): Promise<string[]> {
  const { loadTemplates } = await import('../rendering/prompts/templates.ts');
  const charts = await readdir(new URL('docs/benchmarks/', REPOSITORY));
  return [
    ...PAGES,
    ...(await referencePaths()),
    ...TERMS_KINDS.map((kind) => `/terms/${kind}`),
    ...[...GUIDES.map(({ name }) => name), ...Object.keys(MOVED_GUIDES)].flatMap((name) => [
      `/docs/${name}`,
      `/docs/${name}.md`,
    ]),
    ...charts.filter((name) => name.endsWith('.svg')).map((name) => `/docs/benchmarks/${name}`),
    ...(await readPackages()).map(({ file }) => `/clients/${file}`),
    ...loadTemplates().map(({ name }) => `/prompts/${name}.md`),
    ...ASSET_PATHS,
    EXAMPLE_ADDRESS,
    ...(colour === null ? [] : ['/assets/brand.css']),
    ...(logoFile === null ? [] : ['/assets/logo']),
    ...(await builtNames('site/')).map((name) => `/assets/site/${name}`),
    ...(await builtNames('site/chunks/')).map((name) => `/assets/site/chunks/${name}`),
  ];
}
