// GET /search: what the site has about some words.

import { groupedMatches, type MatchGroup, type SearchMatch } from '@rf-indicators/contract/search';
import { guideFrame } from './guides/frame.ts';
import { type Html, html } from './html.ts';
import type { Site } from './site.ts';

export const MOST_RESULTS = 40;

export function searchPage(site: Site, matches: readonly SearchMatch[], query: string): Html {
  return guideFrame(site, {
    name: null,
    title: query === '' ? 'Search' : `${query} · Search`,
    description: 'Searches providers, guides, the API reference and the pages of this service at once.',
    canonical: '/search',
    query,
    article: html`<h1>Search</h1>
<p class="lead">${found(query, matches.length)}</p>
${query !== '' && matches.length === 0 && html`<p>${WHERE_TO_GO}</p>`}
${groupedMatches(matches).map(group)}`,
  });
}

/** Where people find what no word led them to. */
const WHERE_TO_GO = html`Try fewer or other words, or look at <a href="/docs">all guides</a>, the <a href="/docs/api">API reference</a> or
<a href="/">all scores</a>. A provider is missing? <a href="/request">Request its score</a>.`;

function found(query: string, count: number): Html {
  if (query === '') return html`Type what you are looking for: a provider, a guide, an operation or a page.`;
  if (count === 0) return html`Nothing was found for “${query}”.`;
  if (count === MOST_RESULTS) return html`The ${count} best places for “${query}”`;
  return html`${count} ${count === 1 ? 'place' : 'places'} for “${query}”`;
}

function group({ title, matches }: MatchGroup): Html {
  return html`<h2>${title}</h2>
<ol class="search-results">${matches.map(result)}
</ol>`;
}

function result({ entry, excerpt }: SearchMatch): Html {
  const { title, heading, address } = entry;
  return html`
<li><a href="${address}">${heading === '' ? title : heading}</a>${heading !== '' && html` <span class="muted">${title}</span>`}
<p>${excerpt.map((part, at) => (at % 2 === 1 ? html`<mark>${part}</mark>` : part))}</p></li>`;
}
