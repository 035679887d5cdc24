// A change in words: "Medium → Low risk ▲ safer", or "Low risk · 91.52 → 90.11" within a band.

import type { ChangelogEntry } from '@rf-indicators/contract';
import { bandInWords } from '../../wire/words.ts';
import { ARROW, RISKIER, SAFER } from '../arrows.ts';
import { bandChip } from '../bands.ts';
import { type Html, html } from '../html.ts';
import { twoDecimals } from '../words.ts';

type Scores = Pick<ChangelogEntry, 'previous_band' | 'previous_score' | 'new_band' | 'new_score'>;

export function changeOfScore({ previous_band, previous_score, new_band, new_score }: Scores): Html {
  if (new_band === null || new_score === null) {
    return previous_band === null || previous_score === null
      ? html`<span class="words">Withdrawn</span>`
      : html`<span class="words">${bandInWords(previous_band)} · ${twoDecimals(previous_score)} ${ARROW} withdrawn</span>`;
  }
  if (previous_band === null || previous_score === null)
    return html`<span class="words">${bandChip(new_band)} ${twoDecimals(new_score)}</span>`;
  if (previous_band !== new_band) {
    const isSafer = new_score > previous_score;
    const [from] = bandInWords(previous_band).split(' ');
    return html`<span class="words">${from} ${ARROW} ${bandChip(new_band)} <span>${isSafer ? SAFER : RISKIER}</span>
<span>${twoDecimals(previous_score)} ${ARROW} ${twoDecimals(new_score)}</span></span>`;
  }
  const scores =
    previous_score === new_score
      ? twoDecimals(new_score)
      : html`<span>${twoDecimals(previous_score)} ${ARROW} ${twoDecimals(new_score)}</span>`;
  return html`<span class="words">${bandChip(new_band)} ${scores}</span>`;
}
