// Bands, age limits of evidence, and the effect of evidence grades.

import type { Methodology } from '@rf-indicators/contract';
import { formatHundredths } from '@rf-indicators/engine';
import { bandChip } from '../bands.ts';
import { type Html, html } from '../html.ts';
import { idInWords, twoDecimals } from '../page-words.ts';
import { rulesByBand, rulesInWords, WHAT_A_BAND_SAYS } from './band-rules.ts';

export function bandsSection({ thresholds: { bands }, hard_rules }: Methodology): Html {
  const upTo = (at: number) => (at === 0 ? 100 : bands[at - 1]!.lower_bound - 0.01);
  const inHundredths = (figure: number) => Math.round(figure * 100);
  const holding = rulesByBand(
    bands.map(({ band, lower_bound }) => ({ name: band, lower: inHundredths(lower_bound) })),
    hard_rules.map(({ id, tiers }) => ({ id, caps: tiers.map(({ cap }) => inHundredths(cap)) })),
  );
  return html`<section>
<h2 id="bands">Bands</h2>
<p>Bounds are inclusive. Scores range from 0.00 to 100.00; higher is safer. ${WHAT_A_BAND_SAYS}</p>
<table class="cards">
<thead><tr><th scope="col">Band</th><th scope="col" class="figure">From</th><th scope="col" class="figure">To</th><th scope="col">Hard rules that can hold a score in it (at)</th></tr></thead>
<tbody>${bands.map(
    ({ band, lower_bound }, at) => html`
<tr><td>${bandChip(band)}</td><td data-label="From" class="figure">${twoDecimals(lower_bound)}</td><td data-label="To" class="figure">${twoDecimals(upTo(at))}</td><td data-label="Hard rules">${rulesInWords(holding.get(band)!, formatHundredths)}</td></tr>`,
  )}
</tbody>
</table>
</section>`;
}

export function agesSection({ modules, thresholds: { evidence_ages } }: Methodology): Html {
  const labels = new Map(modules.flatMap(({ criteria }) => criteria.map(({ id, label }) => [id, label])));
  const groups = [...Map.groupBy(evidence_ages, ({ max_age_days }) => max_age_days)];
  const byAge = groups.sort(([a], [b]) => a - b);
  return html`<section>
<h2 id="evidence-ages">Evidence age limits</h2>
<p>Up to its age limit, evidence counts in full. After that, its points decrease linearly. At twice the limit, it has
lapsed and earns no points.</p>
<table>
<thead><tr><th scope="col" class="figure">Age limit (days)</th><th scope="col" class="figure">Lapses at (days)</th><th scope="col">Evidence for</th></tr></thead>
<tbody>${byAge.map(
    ([days, entries]) => html`
<tr><td class="figure narrow">${days}</td><td class="figure narrow">${entries[0]!.lapses_at_days}</td><td>${entries
      .map(({ id, kind }) => `${labels.get(id) ?? idInWords(id)}${kind === 'gate' ? ' (gate)' : ''}`)
      .join('; ')}</td></tr>`,
  )}
</tbody>
</table>
</section>`;
}

export function gradesSection({ thresholds: { confidence, factors } }: Methodology): Html {
  return html`<section>
<h2 id="confidence">Evidence quality (confidence)</h2>
<p>Every score comes with a separate figure called confidence. It measures how good and how fresh the evidence is; it is
not a statistical confidence level. All evidence has a grade, which determines the share of full confidence that the
evidence earns. By itself, a grade does not change points. A decision object names ${factors.listed} factors on each
side, and lists only criteria with at least ${twoDecimals(factors.floor_min_points)} points as anchors.</p>
<table class="ladder">
<thead><tr><th scope="col">Grade</th><th scope="col" class="figure">Share of full confidence</th></tr></thead>
<tbody>${confidence.grades.map(
    ({ grade, factor }) => html`
<tr><td>${grade}</td><td class="figure">${twoDecimals(factor)}</td></tr>`,
  )}
</tbody>
</table>
</section>`;
}
