// The full-text index of guides, operations and pages: made on the first search, and kept, because nothing but another
// version of the program changes it.

import type { SearchIndex } from '@rf-indicators/contract/full-text-search';
import { readGuides } from '../guides/read-guides.ts';
import { readReference } from '../reference/files.ts';
import { documentEntries } from './entries.ts';

/** By base URL, which examples in the guides contain. */
const indexes = new Map<string, Promise<SearchIndex>>();

function documentIndex(baseUrl: string): Promise<SearchIndex> {
  const known = indexes.get(baseUrl);
  if (known !== undefined) return known;
  const made = buildIndex(baseUrl);
  indexes.set(baseUrl, made);
  // The files may be built in the meantime; the next search tries again.
  made.catch(() => indexes.delete(baseUrl));
  return made;
}

/** Before they are built, nothing is found in them. */
export async function findDocuments(baseUrl: string, ...asked: Parameters<SearchIndex['find']>) {
  try {
    return (await documentIndex(baseUrl)).find(...asked);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function buildIndex(baseUrl: string): Promise<SearchIndex> {
  const [{ SearchIndex }, guides, reference] = await Promise.all([
    import('@rf-indicators/contract/full-text-search'),
    readGuides(baseUrl),
    readReference(),
  ]);
  return SearchIndex.build(documentEntries(guides, reference));
}
