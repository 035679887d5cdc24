// What all this does not prove, and where to go on.

import { type Html, html } from '../html.ts';
import type { WhyView } from './view.ts';

const LIMITS: readonly [claim: string, why: Html][] = [
  [
    'That the evidence is true',
    html`A wrong document gives a wrong score, exactly computed. Evidence is named, dated and graded; mistakes are
<a href="/changelog?kinds=correction">corrected in public</a>.`,
  ],
  [
    'That nothing will fail',
    html`A score orders risk by published rules. It is not a probability of default, a credit rating or advice.`,
  ],
  [
    'That this page is honest',
    html`It comes from us, and so does its program. <a href="/docs/integrity">Check without us</a>: with a file that you keep, or
with a program of your own.`,
  ],
  [
    'That somebody watches',
    html`A log that nobody watches proves little. <a href="/docs/monitoring">Run a monitor</a>, or become a witness.`,
  ],
];

export function limitsSection(): Html {
  return html`<section>
<h2>What this does not prove</h2>
<dl class="facts why-limits">${LIMITS.map(
    ([claim, why]) => html`
<dt>${claim}</dt><dd>${why}</dd>`,
  )}
</dl>
</section>`;
}

export function onwardSection({ answer, isExample, address }: WhyView): Html {
  const id = answer.data.verification_id;
  const keep: readonly [string, string, string] = isExample
    ? ['For a file note', '/verify', 'Verify a score and keep the proof']
    : ['For a file note', `/verify/${id}/keep.html`, 'Keep the proof as one HTML file'];
  const links = [
    keep,
    ['For a story', '/verify', 'Check a score that you were sent'],
    ['For a program', '/docs/packages', 'Replay a package with the client'],
  ] as const;
  return html`<section>
<h2>Go on</h2>
<div class="why-onward">${links.map(
    ([whom, to, label]) => html`
<p><span class="kicker">${whom}</span><a href="${to}"${to.endsWith('.html') && html` download="${id}.html"`}>${label}</a></p>`,
  )}
</div>
<p class="muted">The package that was computed here: <a href="${address}" download>${address}</a></p>
</section>`;
}
