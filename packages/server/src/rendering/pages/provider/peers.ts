// The provider among all of its type, from their current scores, which are public: a strip of dots, and the same as a table.

import type { PeerScores } from '@rf-indicators/core/desk/served/peer-scores';
import { formatHundredths } from '@rf-indicators/engine';
import { typeName } from '@rf-indicators/web/charts/type-names';
import { nameInLine } from '../../wire/one-line-texts.ts';
import { bandChip } from '../bands.ts';
import { peerStrip } from '../charts/peer-strip.ts';
import { type Html, html } from '../html.ts';
import { countInWords } from '../page-words.ts';
import type { CurrentScore, KnownProvider } from './known.ts';

/** Of fewer providers, a median says little. */
const LEAST_FOR_MEDIAN = 5;

/** Null without others to compare with. */
export function peersSection(
  { id, plannerType }: KnownProvider,
  { score, peers }: CurrentScore,
): Html | null {
  const { count, rank, shown } = peers;
  if (count === 1) return null;
  const type = typeName(plannerType);
  const median = count < LEAST_FOR_MEDIAN ? null : peers.median;
  const finding = `Rank ${countInWords(rank)} of ${countInWords(count)} ${type} providers by score`;
  const against =
    median === null || median === score
      ? ''
      : `, ${formatHundredths(Math.abs(score - median))} ${score > median ? 'above' : 'below'} the median`;
  const isWhole = shown.length === count;
  return html`<section id="peers">
<h2>${finding}${against}</h2>
<p class="chart-note">Current scores from 0 to 100, higher is safer · ${isWhole ? 'a dot for each provider' : 'how many providers in every 2 points'}</p>
${peerStrip({ peers, own: { id, score }, median, inWords: `Scores of ${countInWords(count)} ${type} providers. ${finding}${against}.` })}
<details class="as-table">
<summary>${isWhole ? 'Show peers as a table' : 'Show the nearest as a table'}</summary>
${table(peers, id)}
${!isWhole && html`<p class="muted">The ${shown.length} nearest by score. <a href="/?type=${plannerType}">All ${type} providers</a></p>`}
</details>
</section>`;
}

function table({ shown }: PeerScores, own: string): Html {
  return html`<table class="cards peers">
<thead><tr><th class="figure" scope="col">Rank</th><th scope="col">Provider</th><th class="figure" scope="col">Score</th><th scope="col">Band</th></tr></thead>
<tbody>${shown.map(
    ({ rank, served: { providerId, slug, name, finalScore, riskBand, staleReason } }) => html`
<tr><td class="figure" data-label="Rank">${countInWords(rank)}</td><th scope="row">${
      providerId === own
        ? html`<strong>${nameInLine(name)}</strong>`
        : html`<a href="/providers/${slug}">${nameInLine(name)}</a>`
    }</th><td class="figure" data-label="Score">${formatHundredths(finalScore)}</td><td>${bandChip(riskBand)}${staleReason !== null && html` <span class="mark">stale</span>`}</td></tr>`,
  )}
</tbody>
</table>`;
}
