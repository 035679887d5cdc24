// What followed a change: whether its indicator was corrected or withdrawn, and the next changes of the provider.

import { scoreInWords } from '../../wire/one-line-texts.ts';
import { KIND_WORDS } from '../changelog/kinds.ts';
import { changeUrl, scoreMove } from '../changelog/moves.ts';
import { ownReason, shortReason } from '../changelog/short-reason.ts';
import { type Html, html } from '../html.ts';
import { sentence, shortDay } from '../page-words.ts';
import type { Change } from '../provider/known.ts';
import type { KnownChange } from './known-change.ts';

export function followed({ change, earlier, later, correction, withdrawal }: KnownChange): Html {
  return html`<section class="followed">
<h2>What followed</h2>
${
  correction !== null &&
  html`<p><strong>Corrected on ${shortDay(correction.changed_at)}${
    correction.new_score !== null &&
    correction.new_band !== null &&
    html`: ${scoreInWords(correction.new_band, correction.new_score)}`
  }.</strong> ${ownReason(correction.reason)} <a href="${changeUrl(correction)}">The correction</a></p>`
}
${
  withdrawal !== null &&
  html`<p><strong>Withdrawn on ${shortDay(withdrawal.at)}.</strong> ${sentence(withdrawal.reason)}</p>`
}
${later.length === 0 ? html`<p>Nothing has changed since.</p>` : list(later)}
<nav class="pager" aria-label="Changes of this provider">
${earlier === null ? html`<span class="muted">First change</span>` : html`<a href="${changeUrl(earlier)}" rel="prev">Earlier: ${lineOf(earlier)}</a>`}
${later[0] === undefined ? html`<span class="muted">Newest change</span>` : html`<a href="${changeUrl(later[0])}" rel="next">Later: ${lineOf(later[0])}</a>`}
</nav>
<p class="all-changes"><a href="/changelog?provider=${change.provider_id}">All changes of this provider</a></p>
</section>`;
}

function lineOf({ kind, changed_at }: Change): string {
  return `${KIND_WORDS[kind]}, ${shortDay(changed_at)}`;
}

function list(later: readonly Change[]): Html {
  return html`<ul class="folded-rows">${later.map(
    (one) => html`
<li><span class="date">${shortDay(one.changed_at)}</span><span class="figures">${scoreMove(one)}</span><span class="why"><a href="${changeUrl(one)}">${KIND_WORDS[one.kind]}</a>: ${shortReason(one.reason.replace(/^(Correction|Withdrawn|Reinstated): /, '')).replace(/\.$/, '')}</span></li>`,
  )}
</ul>`;
}
