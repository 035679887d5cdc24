// GET /docs/NAME: one guide.

import { GUIDES } from '../../guides/contents.ts';
import type { RenderedGuide } from '../../guides/rendered.ts';
import { Html, html } from '../html.ts';
import type { Site } from '../site.ts';
import { guideFrame, partsOnPhones } from './frame.ts';

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
