// What the one search of the site finds, as the server sends it. It is loaded once; then nothing is asked, so the search
// works without a connection.

import { type SearchEntry, SearchIndex } from '@rf-indicators/contract/search';

const DOCUMENTS = '/search/documents.json';
const PROVIDERS = '/search/providers.json';

/** An index that is loaded with its first use; after an error, the next use tries again. */
export function lazyIndex(load: () => Promise<SearchEntry[]>): () => Promise<SearchIndex> {
  let index: Promise<SearchIndex> | null = null;
  return () => {
    index ??= load()
      .then((entries) => SearchIndex.build(entries))
      .catch((error) => {
        index = null;
        throw error;
      });
    return index;
  };
}

export async function readEverything(): Promise<SearchEntry[]> {
  return (await Promise.all([PROVIDERS, DOCUMENTS].map(readEntries))).flat();
}

/** Guides, operations and pages. The desk has providers of its own. */
export function readDocuments(): Promise<SearchEntry[]> {
  return readEntries(DOCUMENTS);
}

async function readEntries(file: string): Promise<SearchEntry[]> {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${file} was not sent: ${response.status}`);
  return response.json();
}
