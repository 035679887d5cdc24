// GET /?view=map: scores against yields.

import type { WithdrawnProvider } from '@rf-indicators/core/desk/served/withdrawn';
import { markupOf } from '@rf-indicators/web/charts/drawing';
import {
  axisDrawing,
  bandNames,
  boundsDrawing,
  FULL_FRAME,
  findingOfMap,
  type MapMark,
  mapDrawing,
  yieldAxis,
} from '@rf-indicators/web/charts/yield-map';
import { yieldInWords } from '@rf-indicators/web/charts/yields';
import { bandChip } from '../bands.ts';
import { Html, html } from '../html.ts';
import { countInWords, providerCount, shortDay } from '../page-words.ts';
import type { Site } from '../site.ts';
import { nothingFound, nothingYet, scoresFrame } from './frame.ts';
import { currentCounts } from './page.ts';
import { isFiltered, type ScoresQuery, scoresUrl } from './query.ts';
import type { Selection } from './select.ts';

/** A provider on the map, and what is said about it. */
export interface MappedProvider extends MapMark {
  scoredAt: string;
}

export interface MapView {
  site: Site;
  query: ScoresQuery;
  all: number;
  selection: Selection;
  /** Safest first. */
  mapped: readonly MappedProvider[];
  withdrawn: readonly WithdrawnProvider[];
  lastRunAt: number | null;
}

/** A longer table is the view of its own. */
const MOST_ROWS = 500;

export function scoresMapPage(view: MapView): Html {
  const { site, query, all, selection, withdrawn, lastRunAt } = view;
  return scoresFrame({
    ...{ site, query, all, selection, withdrawn },
    title: 'Scores against yields',
    script: 'score-map',
    styles: ['views'],
    counts: currentCounts(all, withdrawn.length, lastRunAt),
    body:
      all === 0
        ? nothingYet(lastRunAt)
        : selection.total === 0
          ? nothingFound(query, withdrawn.length)
          : map(view),
  });
}

function map({ query, mapped }: MapView): Html {
  const finding = isFiltered(query) ? null : findingOfMap(mapped);
  const axis = yieldAxis(mapped);
  return html`<div class="view-head">
<h2>${finding ?? 'Score against yield'}</h2>
<p>Up: score, 0 to 100, higher is safer · across: yield offered, % a year, from lowest to highest</p>
</div>
<figure class="yield-map" data-map="${dataOf(mapped)}">
<svg class="bounds" aria-hidden="true">${drawn(boundsDrawing())}</svg>
<svg class="plot" role="img" aria-label="Score against yield of ${providerCount(mapped.length)}. The table below has the figures.">${drawn(mapDrawing(mapped, FULL_FRAME))}</svg>
<svg class="names" aria-hidden="true">${drawn(bandNames())}</svg>
<svg class="axis" aria-hidden="true">${drawn(axisDrawing(axis))}</svg>
</figure>
<p class="map-note"><svg class="hollow-key" width="24" height="8" aria-hidden="true"><rect x="1" y="1" width="22" height="6"/></svg> hollow: stale, the last published score · a yield is what the provider offers, not what we expect<span class="choose"> · choose a bar for its name and its path of 90 days</span></p>
${behind(query, mapped)}`;
}

function drawn(drawings: readonly Parameters<typeof markupOf>[0][]): Html {
  return new Html(drawings.map(markupOf).join(''));
}

/** For the script of the page: what it says of a bar, in the order in which the bars are drawn. */
function dataOf(mapped: readonly MappedProvider[]): string {
  return JSON.stringify(
    mapped.map(({ slug, name, score, band, yieldMin, yieldMax, isStale, scoredAt }) => [
      ...[slug, name, score, band, yieldMin, yieldMax],
      ...[isStale ? 1 : 0, scoredAt.slice(0, 10)],
    ]),
  );
}

function behind(query: ScoresQuery, mapped: readonly MappedProvider[]): Html {
  if (mapped.length > MOST_ROWS)
    return html`<p class="as-table"><a href="${scoresUrl({ ...query, view: 'table' })}">Show all ${countInWords(mapped.length)} as a table</a></p>`;
  return html`<details class="as-table"><summary>Show as a table</summary>
<div class="scroll"><table class="map-table cards">
<thead><tr><th scope="col">Provider</th><th class="figure" scope="col">Score</th><th scope="col">Band</th><th class="figure" scope="col">Yield, % a year</th><th class="figure" scope="col">Scored</th></tr></thead>
<tbody>${mapped.map(
    ({ slug, name, score, band, yieldMin, yieldMax, isStale, scoredAt }) => html`
<tr><th scope="row"><a href="/providers/${slug}">${name}</a></th><td class="figure" data-label="Score">${(score / 100).toFixed(2)}</td><td data-label="Band">${bandChip(band)}${isStale && html` <span class="mark">stale</span>`}</td><td class="figure" data-label="Yield, % a year">${yieldInWords(yieldMin, yieldMax)}</td><td class="figure" data-label="Scored">${shortDay(scoredAt)}</td></tr>`,
  )}
</tbody>
</table></div>
</details>`;
}
