// The pages of the guides: their contents, and one guide.

import { GUIDE_GROUPS, GUIDES } from '../../guides/contents.ts';
import type { RenderedGuide } from '../../guides/rendered.ts';
import { Html, html } from '../html.ts';
import type { Site } from '../site.ts';
import { guideFrame, partsOnPhones } from './frame.ts';

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
