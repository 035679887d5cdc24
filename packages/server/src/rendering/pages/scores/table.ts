// The table of scores. On a phone each row becomes a card.

import type { PublicScore } from '@rf-indicators/contract';
import type { Step } from '@rf-indicators/core/desk/served/steps';
import { formatHundredths } from '@rf-indicators/engine';
import type { Period } from '@rf-indicators/web/charts/history';
import { hardRules, heldInWords } from '@rf-indicators/web/charts/score-headline';
import { typeName } from '@rf-indicators/web/charts/type-names';
import { yieldInWords } from '@rf-indicators/web/charts/yields';
import type { RenderedRow } from '../../rows.ts';
import { nameInLine } from '../../wire/one-line-texts.ts';
import { reviewInWords, reviewMark } from '../analysis-words.ts';
import { bandChip, bandClass } from '../bands.ts';
import type { Causes } from '../causes.ts';
import { bullet } from '../charts/bullet.ts';
import { sparkline } from '../charts/sparkline.ts';
import { type Html, html } from '../html.ts';
import { changeInWords, sentence, shortDay } from '../page-words.ts';
import { type PageOfRows, ROWS_PER_PAGE } from './select.ts';

type StepsOf = ReadonlyMap<string, readonly Step[]>;

/** A script shows the other pages of the same list below and above, so the table says where its rows are in it. */
export function scoresTable(shown: PageOfRows, total: number, stepsOf: StepsOf, period: Period): Html {
  return html`<table class="scores" data-total="${total}" data-page="${shown.page}" data-rows-per-page="${ROWS_PER_PAGE}">
<thead><tr>
<th class="provider" scope="col">Provider</th>
<th class="figure score" scope="col">Score</th>
<th class="position" scope="col">0 – 100</th>
<th class="band" scope="col">Band</th>
<th class="period" scope="col">90 days</th>
<th class="figure yield" scope="col">Yield, % a year</th>
<th class="figure scored" scope="col">Scored</th>
<th class="marks" scope="col"><span class="visually-hidden">Marks</span></th>
</tr></thead>
${tableBody(shown, stepsOf, period)}
</table>`;
}

export function tableBody({ rows, causes, first }: PageOfRows, stepsOf: StepsOf, period: Period): Html {
  return html`<tbody>${rows.map((row, at) => tableRow(row, causes, first + at, stepsOf.get(row.id) ?? [], period))}
</tbody>`;
}

function tableRow(
  row: RenderedRow,
  causes: PageOfRows['causes'],
  position: number,
  steps: readonly Step[],
  period: Period,
): Html {
  const shown = JSON.parse(row.publicRow) as PublicScore;
  const { name, slug, planner_type, risk_band, yield_min, yield_max, scored_at } = shown;
  return html`
<tr class="${bandClass(risk_band)}" data-position="${position}">
<th class="provider" scope="row"><a href="/providers/${slug}">${nameInLine(name)}</a> <span class="type">${typeName(planner_type)}</span></th>
<td class="figure score">${formatHundredths(row.finalScore)}</td>
<td class="position">${bullet({ score: row.finalScore, band: risk_band, isStale: row.isStale })}</td>
<td class="band">${bandChip(risk_band)}</td>
<td class="period">${steps.length > 0 && periodCell(steps, period)}</td>
<td class="figure yield">${yieldCell(yield_min, yield_max)}</td>
<td class="figure scored">${shortDay(scored_at)}</td>
<td class="marks">${marks(shown, row.finalScore, causes, steps)}</td>
</tr>`;
}

/** Words instead of figures are muted. */
export function yieldCell(min: number, max: number): Html | string {
  const words = yieldInWords(min, max);
  return /\d/.test(words) ? words : html`<span class="muted">${words}</span>`;
}

/** The change in words and as a line. */
export function periodCell(steps: readonly Step[], { since, until }: Period): Html {
  const [first, last] = [steps[0]!, steps.at(-1)!];
  const change = last.finalScore - first.finalScore;
  const start = shortDay(Math.max(first.from, since));
  const title =
    change === 0
      ? `The same as on ${start}`
      : `${change > 0 ? 'Safer' : 'Riskier'} by ${changeInWords(Math.abs(change)).slice(1)} since ${start}`;
  return html`<span class="trend" title="${title}">${sparkline(steps, { since, until })}<span class="change${change === 0 && ' muted'}">${changeInWords(change)}</span></span>`;
}

function marks(
  { stale, stale_reason, review, verification_id }: PublicScore,
  score: number,
  causes: PageOfRows['causes'],
  steps: readonly Step[],
): Html {
  const correction = steps.findLast(({ kind }) => kind === 'correction');
  return html`${heldMark(score, causes.get(verification_id))}${stale && html`<span class="mark" title="${sentence(stale_reason!)}">stale</span>`}${review && html`<span class="mark" title="${reviewInWords(review)}">${reviewMark(review).toLowerCase()}</span>`}${
    correction && html`<span class="mark" title="Corrected on ${shortDay(correction.from)}">corrected</span>`
  }`;
}

/** The score stands in the same row. Null if no hard rule holds it. */
export function heldMark(score: number, causes: Causes | undefined): Html | null {
  const holding = causes?.holding ?? 0;
  const held = heldInWords(score, holding);
  if (held === null) return null;
  return html`<span class="mark" title="${sentence(held)}">held by ${hardRules(holding)}</span>`;
}
