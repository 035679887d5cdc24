// The pages of the guides: their contents, one guide, and what they say about some words.

import { type GuideMatch, searchGuides } from '@rf-indicators/contract/guide-search';
import { GUIDE_GROUPS, GUIDES } from '../../guides/contents.ts';
import type { RenderedGuide } from '../../guides/rendered.ts';
import { Html, html } from '../html.ts';
import type { Site } from '../site.ts';
import { guideFrame, partsOnPhones } from './frame.ts';

const MOST_RESULTS = 30;

/** GET /docs. */
export function guidesHome(site: Site): Html {
  return guideFrame(site, {
    name: null,
    title: 'Guides',
    description: `How to read, verify and publish risk indicators with ${site.name}.`,
    canonical: '/docs',
    article: html`<h1>Guides</h1>
<p class="lead">New here? The <a href="/docs/quick-start">quick start</a> leads to your first answer in two minutes.
The <a href="/docs/api">API reference</a> has every operation, to try with your own key.</p>
${GUIDE_GROUPS.map(
  ({ title, guides }) => html`<h2>${title}</h2>
<dl class="guide-list">${guides.map(
    ({ name, label, about }) => html`
<dt><a href="/docs/${name}">${label}</a></dt><dd>${about}</dd>`,
  )}
</dl>
`,
)}
<p>For programs: <a href="/llms.txt">llms.txt</a> lists these guides as Markdown. <a href="/docs/pages">All pages</a> lists
every page, endpoint and feed of this service.</p>`,
  });
}

/** GET /docs/NAME. */
export function guidePage(site: Site, guide: RenderedGuide): Html {
  const { name, title, about, headings } = guide;
  return guideFrame(site, {
    name,
    title,
    description: about,
    canonical: `/docs/${name}`,
    headings,
    article: html`<p class="kicker"><a href="/docs">Guides</a></p>
<h1>${title}</h1>
${partsOnPhones(headings)}
${new Html(guide.html)}
<nav class="guide-next" aria-label="Next guide">${nextGuide(name)}<a href="/docs/${name}.md">This page as Markdown</a></nav>`,
  });
}

function nextGuide(name: string): Html | null {
  const next = GUIDES[GUIDES.findIndex((guide) => guide.name === name) + 1];
  return next === undefined ? null : html`<a href="/docs/${next.name}">Next: ${next.label}</a> `;
}

/** GET /docs/search. */
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
