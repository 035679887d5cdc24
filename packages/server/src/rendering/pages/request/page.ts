// GET /request: a form to ask for the score of a provider. GET /request/{id}: what became of it.

import type { ScoreRequestOutcome } from '@rf-indicators/contract';
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import { shortInstant } from '../page-words.ts';
import type { Site } from '../site.ts';
import { FIELDS, type FieldName, fieldRow, type Values } from './fields.ts';

export interface Refused {
  values: Values;
  /** The fields whose values were not accepted. */
  errors: readonly FieldName[];
  /** What is wrong besides the fields. */
  problem: string | null;
}

export function requestPage(site: Site, refused: Refused | null = null): Html {
  const { values = {}, errors = [], problem = null } = refused ?? {};
  const wrong = FIELDS.filter(({ name }) => errors.includes(name));
  return layout(site, {
    title: refused === null ? 'Request a score' : 'Not sent: request a score',
    description: 'Ask for the score of a provider that has none yet. Analysts look at every request.',
    canonical: '/request',
    path: '/request',
    main: html`<h1>Request a score</h1>
<p class="lead">Ask for a provider that has no score yet. Analysts look at every request; the page that you get shows what
they decided.</p>
${
  (problem !== null || wrong.length > 0) &&
  html`<div class="form-errors" role="alert">
<p><strong>✕ The request was not sent.</strong> ${problem}</p>
${
  wrong.length > 0 &&
  html`<ul>${wrong.map(({ name, label, mend }) => html`<li><a href="#${name}">${label}</a>: ${mend}</li>`)}</ul>`
}
</div>`
}
<form class="form" action="/request" method="post">
${FIELDS.map((field) => fieldRow(field, values[field.name] ?? '', errors.includes(field.name)))}
<button type="submit">Send request</button>
</form>
<p class="muted">Programs send the same to <code>POST /api/public/score-request</code>.</p>`,
  });
}

const STATES: Readonly<Record<ScoreRequestOutcome['status'], readonly [title: string, meaning: string]>> = {
  received: ['Received', 'Nobody has decided yet. Keep the address of this page: it shows what was decided.'],
  accepted: ['Accepted', 'The provider will be assessed. Its score appears here as soon as it is published.'],
  declined: ['Declined', 'The provider will not be assessed now.'],
  scored: ['Scored', 'The provider has a score.'],
};

export function receiptPage(site: Site, outcome: ScoreRequestOutcome): Html {
  const { request_id, status, received_at, decided_at, slug } = outcome;
  const [title, meaning] = STATES[status];
  return layout(site, {
    title: `Score request: ${title.toLowerCase()}`,
    path: '/request',
    main: html`<p class="kicker">Score request <span class="id">${request_id}</span></p>
<h1>${title}</h1>
<p class="lead">${meaning}${slug !== null && html` <a href="/providers/${slug}">See the provider</a>.`}</p>
<dl class="facts">
<dt>Received</dt><dd>${shortInstant(received_at)}</dd>
<dt>Decided</dt><dd>${decided_at === null ? html`<span class="muted">not yet</span>` : shortInstant(decided_at)}</dd>
</dl>
<p><a href="/request">Request another score</a></p>`,
  });
}

export function noReceiptPage(site: Site): Html {
  return layout(site, {
    title: 'No such request',
    path: '/request',
    main: html`<h1>No such request</h1>
<p class="lead">No score request has this address. Check that you copied all of it.</p>
<p><a href="/request">Request a score</a></p>`,
  });
}
