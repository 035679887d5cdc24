// What everybody sees behind a score, if the publisher shows more than the headline: the score of each module, the score
// before hard rules, and rules that fired without holding it; and, if everything is public, each criterion with its input and evidence.

import type { CriterionScore, HardCap, ScoreSnapshot } from '@rf-indicators/contract';
import { type Html, html } from '../html.ts';
import { sentence, shortDay, twoDecimals } from '../page-words.ts';
import type { PublicBreakdown } from '../site.ts';
import { rulesTable } from './rules.ts';

export function breakdownSection(snapshot: ScoreSnapshot, shown: PublicBreakdown): Html | null {
  if (shown === 'headline') return null;
  return html`<section id="breakdown" class="breakdown">
<h2>${findingOf(snapshot)}</h2>
${moduleTable(snapshot)}
${otherRules(snapshot.rf_decision_object.hard_caps_fired)}
${shown === 'everything' && criteria(snapshot)}
</section>`;
}

function findingOf({ uncapped_score, final_score }: ScoreSnapshot): string {
  const uncapped = twoDecimals(uncapped_score);
  if (uncapped_score === final_score) return `The modules add up to ${uncapped}`;
  return `The modules add up to ${uncapped}; hard rules hold the score at ${twoDecimals(final_score)}`;
}

function moduleTable({ modules }: ScoreSnapshot): Html {
  return html`<table class="cards">
<thead><tr><th scope="col">Module</th><th class="figure" scope="col">Weight, %</th><th class="figure" scope="col">Score of 100.00</th></tr></thead>
<tbody>${modules.map(
    ({ label, weight, score }) => html`
<tr><th scope="row">${label}</th><td class="figure" data-label="Weight, %">${twoDecimals(weight)}</td><td class="figure" data-label="Score of 100.00">${twoDecimals(score)}</td></tr>`,
  )}
</tbody>
</table>`;
}

/** Those that hold the score stand below its headline. */
function otherRules(caps: readonly HardCap[]): Html | null {
  const others = caps.filter(({ binding }) => !binding);
  if (others.length === 0) return null;
  const title =
    others.length === 1
      ? 'A hard rule that does not hold it'
      : `${others.length} hard rules that do not hold it`;
  return html`<h3>${title}</h3>
<p class="small muted">They fired, and limit the score to more than it is.</p>
${rulesTable(others)}`;
}

/** Folded, because on a phone it would push facts and proof far down. */
function criteria({ criterion_scores }: ScoreSnapshot): Html {
  return html`<details class="as-table">
<summary>${criterion_scores.length} criteria with their evidence</summary>
<table class="cards">
<thead><tr><th scope="col">Criterion</th><th scope="col">Why</th><th scope="col">Evidence</th><th class="figure" scope="col">Points given</th></tr></thead>
<tbody>${criterion_scores.map(criterionRow)}
</tbody>
</table>
</details>`;
}

function criterionRow({ criterion_label, module_label, reason, input, contribution }: CriterionScore): Html {
  return html`
<tr><th scope="row">${criterion_label} <span class="muted">${module_label}</span></th><td data-label="Why">${sentence(reason)}</td><td data-label="Evidence">${
    input === null ? html`<span class="muted">no evidence</span>` : evidence(input)
  }</td><td class="figure" data-label="Points given">${twoDecimals(contribution)}</td></tr>`;
}

function evidence(input: NonNullable<CriterionScore['input']>): Html {
  const { evidence_title, evidence_url, evidence_page, evidence_date, source_grade } = input;
  const title = evidence_title ?? 'title not recorded';
  const page = evidence_page === null ? '' : `, p. ${evidence_page}`;
  return html`${
    evidence_url === null ? title : html`<a href="${evidence_url}" rel="noopener noreferrer">${title}</a>`
  }${page}, grade ${source_grade}, ${shortDay(evidence_date)}`;
}
