// GET /docs/search: what the guides say about some words.

import { type GuideMatch, searchGuides } from '@rf-indicators/contract/guide-search';
import type { RenderedGuide } from '../../guides/rendered.ts';
import { type Html, html } from '../html.ts';
import type { Site } from '../site.ts';
import { guideFrame } from './frame.ts';

const MOST_RESULTS = 30;

export function guideSearchPage(site: Site, rendered: readonly RenderedGuide[], query: string): Html {
  const sections = rendered.flatMap((guide) => guide.sections);
  const matches = searchGuides(sections, query, MOST_RESULTS);
  return guideFrame(site, {
    name: null,
    title: query === '' ? 'Search the guides' : `${query} · Search the guides`,
    query,
    article: html`<p class="kicker"><a href="/docs">Guides</a></p>
<h1>Search the guides</h1>
<p class="lead">${found(query, matches.length)}</p>
<ol class="guide-results">${matches.map(result)}
</ol>`,
  });
}

function found(query: string, count: number): Html {
  if (query === '') return html`Type what you are looking for.`;
  if (count === 0)
    return html`No guide has all of these words: “${query}”. Try fewer words, or see <a href="/docs">all guides</a>.`;
  if (count === MOST_RESULTS) return html`The ${count} best places for “${query}”`;
  return html`${count} ${count === 1 ? 'place' : 'places'} for “${query}”`;
}

function result({ section, excerpt }: GuideMatch): Html {
  const { page, title, heading, id } = section;
  return html`
<li><a href="/docs/${page}${id !== '' && `#${id}`}">${heading === '' ? title : heading}</a>${heading !== '' && html` <span class="muted">${title}</span>`}
<p>${excerpt.map((part, at) => (at % 2 === 1 ? html`<mark>${part}</mark>` : part))}</p></li>`;
}
