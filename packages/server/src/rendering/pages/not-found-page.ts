// The page of an address that leads nowhere, in the frame of the part of the site that the address is in.

import { guideFrame } from './guides/frame.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';
import type { Site } from './site.ts';

const TITLE = 'Page not found';

export function notFoundPage(site: Site, address: string): Html {
  if (/^\/docs(?![^/?#])/.test(address)) return guideNotFound(site, address);
  return layout(site, {
    title: TITLE,
    main: html`<h1>${TITLE}</h1>
<p class="lead">Check the address: paths are lower case and have no slash at the end. <a href="/docs/pages">All pages</a> lists
everything on this site, and <a href="/search">search</a> finds it.</p>`,
  });
}

function guideNotFound(site: Site, address: string): Html {
  const isReference = /^\/docs\/api\b/.test(address);
  return guideFrame(site, {
    name: null,
    title: TITLE,
    article: html`<p class="kicker"><a href="/docs">Guides</a></p>
<h1>${TITLE}</h1>
<p class="lead">${
      isReference
        ? html`There is no operation at this address. The <a href="/docs/api">API reference</a> lists all of them.`
        : html`There is no guide at this address. The contents list all of them, and <a href="/search">search</a> finds words in them.`
    }</p>`,
  });
}
