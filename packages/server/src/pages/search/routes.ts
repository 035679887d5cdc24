// GET /search: the one search of the site, for readers without scripts; and what it finds as two files, with which pages
// search by themselves. The index is built on the first search after something changed.

import type { SearchEntry, SearchIndex } from '@rf-indicators/contract/search';
import type { FastifyInstance } from 'fastify';
import { type Body, prepareBody } from '../../rendering/body.ts';
import type { RenderedGuide } from '../../rendering/guides/rendered.ts';
import { documentEntries, providerEntries, type SearchedProviders } from '../../rendering/search/entries.ts';
import type { PageDependencies } from '../dependencies.ts';
import { cachePerBody } from '../page-cache.ts';
import { jsonOf, readPublished } from '../read-published.ts';
import { readReference } from '../reference/files.ts';
import { pageBody, respondPage, respondRedirect } from '../respond-page.ts';

const MAX_QUERY = 120;

type Asked = { Querystring: { q?: unknown } };

export function addSearch(
  app: FastifyInstance,
  dependencies: PageDependencies,
  guides: () => Promise<readonly RenderedGuide[]>,
): void {
  const { site, startedAt } = dependencies;
  const json = (entries: readonly SearchEntry[], lastModified: number) =>
    prepareBody(JSON.stringify(entries), { lastModified, hot: true });

  let documents: Promise<SearchEntry[]> | null = null;
  const loadDocuments = () => {
    documents ??= Promise.all([guides(), readReference()])
      .then(([rendered, reference]) => documentEntries(rendered, reference))
      .catch((error) => {
        documents = null;
        throw error;
      });
    return documents;
  };
  let documentsBody: Promise<Body> | null = null;
  app.get('/search/documents.json', async (request, reply) => {
    documentsBody ??= loadDocuments().then((entries) => json(entries, startedAt));
    return respondPage(request, reply, await documentsBody);
  });

  const providersBody = cachePerBody(async (source) =>
    json(providerEntries(jsonOf<SearchedProviders>(source)), Math.max(source.lastModified, startedAt)),
  );
  /** Without providers while what is published cannot be read. */
  const loadProviders = async (): Promise<Body> => {
    const source = await readPublished(dependencies, 'listPublicScores', {});
    return 'problem' in source ? json([], startedAt) : providersBody(source);
  };
  app.get('/search/providers.json', async (request, reply) =>
    respondPage(request, reply, await loadProviders()),
  );

  let latest: { of: Body; index: Promise<SearchIndex> } | null = null;
  const loadIndex = async (): Promise<SearchIndex> => {
    const providers = await loadProviders();
    if (latest?.of !== providers) latest = { of: providers, index: buildIndex(providers) };
    return latest.index;
  };
  const buildIndex = async (providers: Body): Promise<SearchIndex> => {
    // Most processes never search: pages do it themselves.
    const [search, entries] = await Promise.all([import('@rf-indicators/contract/search'), loadDocuments()]);
    return search.SearchIndex.build([...jsonOf<SearchEntry[]>(providers), ...entries]);
  };

  app.get<Asked>('/search', async (request, reply) => {
    const query = queryOf(request.query.q);
    const { MOST_RESULTS, searchPage } = await import('../../rendering/pages/search-page.ts');
    const matches = query === '' ? [] : (await loadIndex()).find(query, { limit: MOST_RESULTS });
    return respondPage(request, reply, pageBody(searchPage(site, matches, query), startedAt));
  });
  // The guides had a search of their own.
  app.get<Asked>('/docs/search', async (request, reply) => {
    const query = queryOf(request.query.q);
    const to = query === '' ? '/search' : `/search?q=${encodeURIComponent(query)}`;
    return respondRedirect(request, reply, to, 301);
  });
}

function queryOf(given: unknown): string {
  return typeof given === 'string' ? given.trim().slice(0, MAX_QUERY) : '';
}
