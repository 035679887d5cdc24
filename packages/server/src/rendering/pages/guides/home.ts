// GET /docs: the contents of the guides.

import { GUIDE_GROUPS } from '../../guides/contents.ts';
import { type Html, html } from '../html.ts';
import type { Site } from '../site.ts';
import { guideFrame } from './frame.ts';

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
