// A change of score and band as pages write it: "High → Medium risk ▲ safer 39.99 → 76.98 +36.99".

import { formatHundredths } from '@rf-indicators/engine';
import { bandWord } from '@rf-indicators/web/charts/bands';
import { ARROW, RISKIER, SAFER } from '../arrows.ts';
import { bandChip } from '../bands.ts';
import { type Html, html } from '../html.ts';
import { changeInWords } from '../page-words.ts';
import type { Change } from '../provider/known.ts';

/** In hundredths. */
export type Scores = Pick<Change, 'previous_band' | 'previous_score' | 'new_band' | 'new_score'>;

/** "59.09 → 53.39", "79.99 → none", "16.42". */
export function scoreMove({ previous_score: before, new_score: after }: Scores): Html {
  if (after === null) return html`${before !== null && html`${formatHundredths(before)} ${ARROW} `}none`;
  if (before === null || before === after) return html`${formatHundredths(after)}`;
  return html`${formatHundredths(before)} ${ARROW} ${formatHundredths(after)}`;
}

/** The whole change in one line. */
export function moveLine(scores: Scores): Html {
  const { previous_band, previous_score: before, new_band, new_score: after } = scores;
  if (after === null || new_band === null)
    return html`<p class="change-line">${previous_band !== null && html`${bandChip(previous_band)} `}<span class="figures">${scoreMove(scores)}</span></p>`;
  const isOther = previous_band !== null && previous_band !== new_band;
  const delta = before === null ? 0 : after - before;
  return html`<p class="change-line">${isOther && html`<span>${bandWord(previous_band)} ${ARROW}</span> `}${bandChip(new_band)}
${delta !== 0 && html`<b>${delta > 0 ? SAFER : RISKIER}</b> `}<span class="figures">${
    before !== null && delta !== 0 && html`${formatHundredths(before)} ${ARROW} `
  }<b>${formatHundredths(after)}</b></span>${delta !== 0 && html` <span class="figures muted">${changeInWords(delta)}</span>`}</p>`;
}

export function proofLink(change: Pick<Change, 'verification_id'>, words = 'Proof'): Html {
  return html`<a class="proof" href="/verify/${change.verification_id}">${words}</a>`;
}

export function changeUrl({ id }: Pick<Change, 'id'>): string {
  return `/changes/${id}`;
}
