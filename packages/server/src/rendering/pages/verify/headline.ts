// The headline of a verification page: the provider, "Low risk · 91.52", and the position of the score on the scale.

import type { MethodologyThresholds, Verification } from '@rf-indicators/contract';
import { bandInWords, nameInLine } from '../../wire/one-line-texts.ts';
import { bandClass, bandGlyph } from '../bands.ts';
import { Html, html } from '../html.ts';
import { shortDay, shortInstant } from '../page-words.ts';

export type Bands = MethodologyThresholds['bands'];

/** `bands` are those of the statement's framework; null if another framework is current. */
export function headline(
  { statement, state, followed_by, stale_since }: Verification,
  bands: Bands | null,
): Html {
  const stillSays = state === 'current' || (state === 'superseded' && followed_by.renewed_by !== null);
  const { provider_id, provider_name, risk_band, final_score, as_of, framework_version } = statement;
  return html`<section class="headline ${bandClass(risk_band)}" aria-label="What the statement says">
<p class="kicker">${stillSays ? 'What it says' : 'What it said'}</p>
<h2><a href="/providers/${provider_id}" data-shown="name">${nameInLine(provider_name)}</a></h2>
<p class="score">${bandGlyph(risk_band)}<span class="words"><span><span data-shown="band">${bandInWords(risk_band)}</span> ·</span> <span class="points" data-shown="score">${final_score}</span></span></p>
${scale(Number(final_score), bands)}
<p>Out of 100.00; higher is safer. As of ${shortInstant(as_of)}, under ${framework_version}.</p>
${stale_since !== null && html`<p><strong>Stale since ${shortDay(stale_since)}.</strong></p>`}
</section>`;
}

/** Positions are percentages, so that the scale fits any width while its figures keep their size. */
function scale(score: number, bands: Bands | null): Html {
  const bounds = [
    0,
    ...(bands ?? []).map(({ lower_bound }) => lower_bound).filter((bound) => bound > 0),
    100,
  ];
  const ticks = bounds
    .sort((a, b) => a - b)
    .map((bound) => {
      const anchor = bound === 0 ? 'start' : bound === 100 ? 'end' : 'middle';
      return `<line class="tick" x1="${bound}%" x2="${bound}%" y1="10" y2="22"/><text x="${bound}%" y="38" text-anchor="${anchor}">${bound}</text>`;
    });
  const drawn = `<rect class="track" x="0" y="12" width="100%" height="8"/><rect class="mark" x="0" y="12" width="${score}%" height="8"/>${ticks.join('')}`;
  return html`<svg class="scale" aria-hidden="true">${new Html(drawn)}</svg>`;
}
