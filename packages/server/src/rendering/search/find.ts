// What the search finds in public: ids, providers, pages, guides, operations and changes, in groups, the best first. Header,
// palette and page ask the same.

import type { SearchMatch } from '@rf-indicators/contract/full-text-search';
import { IN_TEXT, orderedGroups, type ResultGroup, type SearchResult } from '@rf-indicators/contract/search';
import type { Reading } from '../reading.ts';
import { findChanges } from './changes.ts';
import { findDocuments } from './documents.ts';
import { findIds } from './ids.ts';
import { findProviders, similarProviders } from './providers.ts';

/** At most so many results of each group. */
export interface SearchBounds {
  ids: number;
  providers: number;
  documents: number;
  changes: number;
}

export async function findEverything(
  reading: Reading,
  query: string,
  bounds: SearchBounds,
): Promise<ResultGroup[]> {
  if (query === '') return [];
  const ids = await findIds(reading, query, bounds.ids);
  const { group: providers, best } = await findProviders(reading, query, bounds.providers);
  const documents = documentGroups(await findDocuments(reading.baseUrl, query, bounds.documents));
  const changes = await findChanges(reading, query, best, bounds.changes);
  const found = orderedGroups([...ids, providers, ...documents, changes]);
  if (found.some(({ rank }) => rank < IN_TEXT)) return found;
  return orderedGroups([await similarProviders(reading, query, bounds.providers), ...found]);
}

function documentGroups(matches: readonly SearchMatch[]): ResultGroup[] {
  return [...Map.groupBy(matches, ({ entry }) => entry.kind)].map(([kind, found]) => ({
    kind,
    rank: Math.min(...found.map(({ rank }) => rank)),
    results: found.map(documentResult),
  }));
}

function documentResult({ entry, excerpt }: SearchMatch): SearchResult {
  const { title, heading, address } = entry;
  const place = heading === '' ? { title } : { title: heading, within: title };
  return { ...place, address, text: excerpt };
}
