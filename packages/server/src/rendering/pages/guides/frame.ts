// What all pages of the guides share: the contents and the search on the left, the text, and its headings on the right.

import { GUIDE_GROUPS } from '../../guides/contents.ts';
import type { Heading } from '../../guides/rendered.ts';
import { type Html, html } from '../html.ts';
import { layout, type PageContent } from '../layout.ts';
import type { Site } from '../site.ts';

const GUIDES_SCRIPT = '/assets/site/guides.js';

export interface GuideFrame extends Omit<PageContent, 'main' | 'path' | 'scripts'> {
  /** The entry of the header that these pages belong to. */
  section?: '/docs' | '/docs/api';
  /** Besides the script of the guides. */
  moreScripts?: readonly string[];
  /** Of the guide that is shown; null for the pages about all of them. */
  name: string | null;
  headings?: readonly Heading[];
  query?: string;
  /** In place of the list of guides. */
  contents?: Html;
  /** Whether the article also takes the place of the headings. */
  isWide?: boolean;
  article: Html;
}

export function guideFrame(site: Site, frame: GuideFrame): Html {
  const {
    section = '/docs',
    name,
    headings = [],
    query = '',
    moreScripts = [],
    contents,
    isWide = false,
    article,
    ...content
  } = frame;
  return layout(site, {
    ...content,
    path: section,
    scripts: [GUIDES_SCRIPT, ...moreScripts],
    main: html`<div class="guide-frame${isWide && ' wide'}">
<div class="guide-rail">
${searchForm(query)}
${contents ?? guideContents(name)}
</div>
<article class="guide prose">
${article}
</article>
${!isWide && partsBeside(headings)}
</div>`,
  });
}

function guideContents(name: string | null): Html {
  return html`<nav aria-label="Guides" class="guide-contents">${GUIDE_GROUPS.map(({ title, guides }) => {
    return html`
<p>${title}</p>
<ul>${guides.map(
      (guide) => html`
<li><a href="/docs/${guide.name}"${guide.name === name && html` aria-current="page"`}>${guide.label}</a></li>`,
    )}
</ul>`;
  })}
<p>Reference</p>
<ul>
<li><a href="/docs/api">API reference</a></li>
<li><a href="/clients/">Client packages</a></li>
<li><a href="/prompts">Prompts</a></li>
<li><a href="/docs/pages">All pages</a></li>
</ul>
</nav>`;
}

function partsBeside(headings: readonly Heading[]): Html | false {
  // A page with one heading needs no list of headings.
  const parts = headings.filter(({ level }) => level === 2);
  return (
    parts.length > 1 && html`<nav class="guide-parts" aria-label="On this page">${partsList(parts)}</nav>`
  );
}

export function partsOnPhones(headings: readonly Heading[]): Html | false {
  const parts = headings.filter(({ level }) => level === 2);
  return (
    parts.length > 1 &&
    html`<details class="guide-parts-narrow"><summary>On this page</summary>
${partsList(parts)}
</details>`
  );
}

function partsList(parts: readonly Heading[]): Html {
  return html`<p aria-hidden="true">On this page</p>
<ul>${parts.map(
    ({ id, text }) => html`
<li><a href="#${id}">${text}</a></li>`,
  )}
</ul>`;
}

/** Without scripts, the form asks the server. */
export function searchForm(query: string): Html {
  return html`<form class="guide-search" action="/search" role="search" aria-label="Guides">
<label><span class="visually-hidden">Search the guides</span><input class="field" type="search" name="q" value="${query}" placeholder="Search the guides" maxlength="120" autocomplete="off" data-search></label>
</form>`;
}
