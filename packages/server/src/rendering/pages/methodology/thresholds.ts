// Bands, how long evidence counts, and what each grade of it is worth.

import type { Methodology } from '@rf-indicators/contract';
import { bandChip } from '../bands.ts';
import { type Html, html } from '../html.ts';
import { idInWords, twoDecimals } from '../words.ts';

export function bandsSection({ thresholds: { bands } }: Methodology): Html {
  const upTo = (at: number) => (at === 0 ? 100 : bands[at - 1]!.lower_bound - 0.01);
  return html`<section>
<h2 id="bands">Bands</h2>
<p>Bounds are inclusive. Scores run from 0.00 to 100.00; higher is safer.</p>
<table class="short">
<thead><tr><th scope="col">Band</th><th scope="col" class="figure">From</th><th scope="col" class="figure">To</th></tr></thead>
<tbody>${bands.map(
    ({ band, lower_bound }, at) => html`
<tr><td>${bandChip(band)}</td><td class="figure">${twoDecimals(lower_bound)}</td><td class="figure">${twoDecimals(upTo(at))}</td></tr>`,
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
<h2 id="evidence-ages">Evidence ages</h2>
<p>Up to its age limit evidence counts in full. After that its points fall in a straight line, and at twice the limit it
has lapsed and counts for nothing.</p>
<table>
<thead><tr><th scope="col" class="figure">Full until, days</th><th scope="col" class="figure">Lapses at, days</th><th scope="col">Evidence for</th></tr></thead>
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
<h2 id="confidence">Confidence</h2>
<p>Evidence has a grade. By itself a grade moves no points: it earns a share of full confidence, a figure of its own beside every
score. A decision object lists ${factors.listed} factors by name on each side, and only criteria with at least
${twoDecimals(factors.floor_min_points)} points as anchors.</p>
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
