// The page for a provider that we have no score of: names that the reader may have meant, search, and how to ask for one.

import type { AgentCandidate } from '@rf-indicators/contract';
import { nameInLine } from '../../wire/one-line-texts.ts';
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import type { Site } from '../site.ts';

const MAX_SHOWN_LENGTH = 80;

export interface Unknown {
  /** The unchecked text from the URL. */
  slug: string;
  candidates: readonly AgentCandidate[];
  /** We know the provider, and have not published a score of it yet. */
  isKnown: boolean;
}

export function providerNotFoundPage(site: Site, { slug, candidates, isKnown }: Unknown): Html {
  const title = isKnown ? 'No score published yet' : 'No such provider';
  const shown = slug.length > MAX_SHOWN_LENGTH ? `${slug.slice(0, MAX_SHOWN_LENGTH)}…` : slug;
  return layout(site, {
    title,
    main: html`<h1>${title}</h1>
<p class="lead">${
      isKnown
        ? 'We know this provider, and have not published a score of it.'
        : html`No provider has the address “${shown}”.`
    }</p>
${
  candidates.length > 0 &&
  html`<h2>Did you mean</h2>
<ul class="links">${candidates.map(
    ({ name, slug: to }) => html`
<li><a href="/providers/${to}">${nameInLine(name)}</a></li>`,
  )}
</ul>`
}
<h2>Find a provider</h2>
<form class="ask" action="/">
<label>Name
<input name="q" type="search" maxlength="120" autocomplete="off"></label>
<button type="submit">Search</button>
</form>
<p>Not there? <a href="/request">Request a score</a>, or see <a href="/">all scores</a>.</p>`,
  });
}
