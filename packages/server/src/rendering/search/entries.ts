// What the full-text search finds: guides and operations as they were built, and the pages of the site.

import type { SearchEntry } from '@rf-indicators/contract/full-text-search';
import { listedOperations, type ReferenceContents } from '../reference/contents.ts';
import { OTHER_NAMES, SITE_PAGES } from './site-pages.ts';

export function documentEntries(
  guides: readonly { sections: readonly SearchEntry[] }[],
  reference: ReferenceContents,
): SearchEntry[] {
  const named = [...SITE_PAGES, ...guides.flatMap(({ sections }) => sections)].map((entry) => {
    const also = OTHER_NAMES[entry.address];
    return also === undefined ? entry : { ...entry, also };
  });
  return [...named, ...operationEntries(reference)];
}

function operationEntries(reference: ReferenceContents): SearchEntry[] {
  const isConsole = new Set(reference.console.flatMap(({ operations }) => operations));
  return listedOperations(reference).map((operation) => {
    const { name, method, path, title, about } = operation;
    const entry = {
      title,
      heading: '',
      text: about,
      code: `${method} ${path}`,
      address: `/docs/api/${name}`,
    };
    if (isConsole.has(operation)) return { kind: 'console', ...entry };
    // People type what the client calls it: get score.
    return { kind: 'operation', ...entry, also: [name.replace(/^webhooks\//, '').replaceAll('-', ' ')] };
  });
}
