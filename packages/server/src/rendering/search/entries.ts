// What the search finds: guides and operations as they were built, the pages of the site, and the providers of the current
// publication.

import type { PublicScore } from '@rf-indicators/contract';
import type { SearchEntry } from '@rf-indicators/contract/search';
import { bandName } from '@rf-indicators/web/charts/bands';
import { shortDay } from '../pages/page-words.ts';
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

/** Indicators that were withdrawn are in the list of a publication that names them. */
export interface SearchedProviders {
  data: readonly Pick<PublicScore, 'name' | 'slug' | 'final_score' | 'risk_band'>[];
  withdrawn?: readonly { name: string; slug: string; withdrawn_at: string }[];
}

export function providerEntries({ data, withdrawn = [] }: SearchedProviders): SearchEntry[] {
  return [
    ...data.map(({ name, slug, final_score, risk_band }) =>
      entryOf('provider', name, slug, `${final_score.toFixed(2)}, ${bandName(risk_band)}`),
    ),
    ...withdrawn.map(({ name, slug, withdrawn_at }) =>
      entryOf('withdrawn', name, slug, `Withdrawn on ${shortDay(withdrawn_at)}`),
    ),
  ];
}

function entryOf(kind: 'provider' | 'withdrawn', name: string, slug: string, text: string): SearchEntry {
  return { kind, title: name, heading: '', text, address: `/providers/${slug}` };
}
