// GET /verify without an id, and the page for an id that we never issued.

import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import type { Site } from '../site.ts';
import { askForm } from './form.ts';
import { MARK } from './marks.ts';
import { dropSection, memoSection, VERIFY_SCRIPTS, withoutScripts } from './tools.ts';
import { NO_SUCH_ID } from './verdict.ts';

/** The form of an id, for a service that has published nothing yet. */
const EXAMPLE = 'RF-484Z5-BPZS1-EQWRF-4E9RZ-YJJPKG';

/** `sample` is the id of an indicator that is published; null if there is none. */
export function askPage(site: Site, sample: string | null): Html {
  return layout(site, {
    title: 'Verify',
    description:
      'Enter a verification id to see whether an indicator is genuine, exactly what it says, and whether it is current.',
    canonical: '/verify',
    path: '/verify',
    scripts: VERIFY_SCRIPTS,
    main: html`<h1>Verify an indicator</h1>
${askForm('')}
<p class="muted sample">The id stands next to the score in every response, report and badge link.<br>${
      sample === null
        ? html`It looks like <span class="id">${EXAMPLE}</span>.`
        : html`For example: <a class="id" href="/verify/${sample}">${sample}</a>`
    }</p>
<section>
<h2>What is proved</h2>
<ol class="proved">
<li><strong>Who said it.</strong> The statement of score, band and date is signed with our key, which you can keep and compare.</li>
<li><strong>That it stays said.</strong> The statement is an entry of a public log. Removing or changing an entry is visible to everyone who kept a checkpoint.</li>
<li><strong>How it was computed.</strong> The computation package gives the same score again, in your browser or with your own tools.</li>
</ol>
<p class="muted">None of this proves that the evidence is true, or that a provider is safe.</p>
</section>
${withoutScripts()}
${dropSection()}
${memoSection()}`,
  });
}

/** `typed` is the unchecked text from the form or the URL. */
export function notPublishedPage(site: Site, typed: string, isWellFormed: boolean): Html {
  const why = isWellFormed
    ? html`We have never published an indicator with the id <span class="id">${typed}</span>. Check it for a typing error. If a
document shows exactly this id, the document does not come from us.`
    : html`<span class="id">${shortened(typed)}</span> is not a verification id. Check it for a typing error. Our ids look like
<span class="id">${EXAMPLE}</span>.`;
  return layout(site, {
    title: NO_SUCH_ID,
    path: '/verify',
    main: html`${askForm(shortened(typed))}
<div class="verdict" data-mark="attention">${MARK}<div>
<h1>${NO_SUCH_ID}</h1>
<p class="lead">${why}</p>
</div></div>`,
  });
}

const MAX_SHOWN_LENGTH = 80;

function shortened(typed: string): string {
  return typed.length > MAX_SHOWN_LENGTH ? `${typed.slice(0, MAX_SHOWN_LENGTH)}…` : typed;
}
