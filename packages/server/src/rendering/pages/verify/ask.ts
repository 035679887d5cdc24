// GET /verify without an id, and the page for an id that we never issued.

import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import type { Site } from '../site.ts';
import { NOT_PUBLISHED } from './verdict.ts';

const EXAMPLE = 'RF-484Z5-BPZS1-EQWRF-4E9RZ-YJJPKG';

export function askPage(site: Site): Html {
  return layout(site, {
    title: 'Verify',
    path: '/verify',
    main: html`<h1>Verify an indicator</h1>
<p class="lead">Every published indicator has a verification id. Enter it to see whether we published the indicator, exactly
what it says, and whether it is still current.</p>
${form('')}
<p class="muted">The id is shown next to the score in every API response, report and badge link. It looks like
<span class="id">${EXAMPLE}</span>.</p>`,
  });
}

/** `typed` is the unchecked text from the form or the URL. */
export function notPublishedPage(site: Site, typed: string, isWellFormed: boolean): Html {
  const why = isWellFormed
    ? html`We have never published an indicator with the id <span class="id">${typed}</span>. Check that you typed every
character correctly. If a document shows exactly this id, the document does not come from us.`
    : html`<span class="id">${shortened(typed)}</span> is not a verification id. Our ids look like <span class="id">${EXAMPLE}</span>.`;
  return layout(site, {
    title: NOT_PUBLISHED,
    path: '/verify',
    main: html`<h1>${NOT_PUBLISHED}</h1>
<p class="lead">${why}</p>
${form(shortened(typed))}`,
  });
}

const MAX_SHOWN_LENGTH = 80;

function shortened(typed: string): string {
  return typed.length > MAX_SHOWN_LENGTH ? `${typed.slice(0, MAX_SHOWN_LENGTH)}…` : typed;
}

function form(value: string): Html {
  return html`<form class="ask" action="/verify" method="get">
<label>Verification id
<input name="id" value="${value}" required maxlength="100" autocomplete="off" autocapitalize="characters" spellcheck="false"></label>
<button type="submit">Verify</button>
</form>`;
}
