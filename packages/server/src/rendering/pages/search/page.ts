// GET /search: what the site has about some words.

import { RESULT_GROUPS, type ResultGroup, type SearchResult } from '@rf-indicators/contract/search';
import { guideFrame } from '../guides/frame.ts';
import { type Html, html } from '../html.ts';
import type { Site } from '../site.ts';

export function searchPage(site: Site, groups: readonly ResultGroup[], query: string): Html {
  const count = groups.reduce((sum, { results }) => sum + results.length, 0);
  const isFound = groups.some(({ kind }) => kind !== 'similar');
  return guideFrame(site, {
    name: null,
    title: query === '' ? 'Search' : `${query} · Search`,
    description: 'Searches providers, guides, the API reference, pages, changes and ids at once.',
    canonical: '/search',
    query,
    article: html`<h1>Search</h1>
<p class="lead">${isFound || query === '' ? found(query, count) : html`Nothing was found for “${query}”.`}</p>
${query !== '' && !isFound && html`<p>${WHERE_TO_GO}</p>`}
${groups.map(group)}`,
  });
}

/** Where people find what no word led them to. */
const WHERE_TO_GO = html`Try fewer or other words, or look at <a href="/docs">all guides</a>, the <a href="/docs/api">API reference</a> or
<a href="/">all scores</a>. A provider is missing? <a href="/request">Request its score</a>.`;

function found(query: string, count: number): Html {
  if (query === '')
    return html`Type what you are looking for: a provider, a guide, an operation, a page, a change or an id.`;
  return html`${count} ${count === 1 ? 'place' : 'places'} for “${query}”`;
}

function group({ kind, results }: ResultGroup): Html {
  return html`<h2>${RESULT_GROUPS[kind]}</h2>
<ol class="search-results">${results.map(result)}
</ol>`;
}

function result({ title, within, address, text = [], note }: SearchResult): Html {
  return html`
<li><a href="${address}">${title}</a>${within !== undefined && html` <span class="muted">${within}</span>`}${note !== undefined && html` <span class="muted">${note}</span>`}
<p>${text.map((part, at) => (at % 2 === 1 ? html`<mark>${part}</mark>` : part))}</p></li>`;
}
