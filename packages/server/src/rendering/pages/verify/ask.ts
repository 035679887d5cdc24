// GET /verify without an id, and with one that we never gave.

import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import { NOT_OURS } from './verdict.ts';

const EXAMPLE = 'RF-484Z5-BPZS1-EQWRF-4E9RZ-YJJPKG';

export function askPage(disclosure: string): Html {
  return layout(disclosure, {
    title: 'Verify',
    path: '/verify',
    main: html`<h1>Verify an indicator</h1>
<p class="lead">Every published indicator has a verification id. Enter it to see whether the indicator is ours, what exactly
it says, and whether it still stands.</p>
${form('')}
<p class="muted">It stands beside the score in every answer, report and badge link, and looks like
<span class="id">${EXAMPLE}</span>.</p>`,
  });
}

/** `typed` is whatever the reader came with. */
export function notOursPage(disclosure: string, typed: string, isWellFormed: boolean): Html {
  const why = isWellFormed
    ? html`No indicator <span class="id">${typed}</span> was ever published here. Check every character. If it stands on a
document exactly like this, the document does not come from us.`
    : html`<span class="id">${shortened(typed)}</span> is no verification id. Ours look like <span class="id">${EXAMPLE}</span>.`;
  return layout(disclosure, {
    title: NOT_OURS,
    path: '/verify',
    main: html`<h1>${NOT_OURS}</h1>
<p class="lead">${why}</p>
${form(shortened(typed))}`,
  });
}

const LONGEST_SHOWN = 80;

function shortened(typed: string): string {
  return typed.length > LONGEST_SHOWN ? `${typed.slice(0, LONGEST_SHOWN)}…` : typed;
}

function form(value: string): Html {
  return html`<form class="ask" action="/verify" method="get">
<label>Verification id
<input name="id" value="${value}" required maxlength="100" autocomplete="off" autocapitalize="characters" spellcheck="false"></label>
<button type="submit">Verify</button>
</form>`;
}
