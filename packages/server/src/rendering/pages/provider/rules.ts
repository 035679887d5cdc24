// The hard rules that hold a score, if the publisher shows more than the headline.

import type { HardCap } from '@rf-indicators/contract';
import { type Html, html } from '../html.ts';
import { RULE_REASONS } from '../methodology/rule-reasons.ts';
import { idInWords, sentence, twoDecimals } from '../page-words.ts';
import type { PublicBreakdown } from '../site.ts';
import type { CurrentScore } from './known.ts';

export function rulesSection({ snapshot }: CurrentScore, shown: PublicBreakdown): Html | null {
  const holding = snapshot.rf_decision_object.hard_caps_fired.filter(({ binding }) => binding);
  if (shown === 'headline' || holding.length === 0) return null;
  return html`<section id="rules">
<h2>${holding.length === 1 ? 'The rule that holds it' : 'The rules that hold it'}</h2>
${rulesTable(holding)}
</section>`;
}

/** Each with its limit, why it fired and why the framework has it. */
export function rulesTable(caps: readonly HardCap[]): Html {
  return html`<table class="rules cards">
<thead class="visually-hidden"><tr><th scope="col">Rule</th><th scope="col">Limit</th><th scope="col">Why</th></tr></thead>
<tbody>${caps.map(
    ({ rule_id, name, detail, cap }) => html`
<tr><th scope="row">${idInWords(name)}</th><td class="limit">at most ${twoDecimals(cap)}</td><td>${sentence(detail)} ${RULE_REASONS[rule_id]} <a href="/methodology#${rule_id}">${rule_id}</a></td></tr>`,
  )}
</tbody>
</table>`;
}
