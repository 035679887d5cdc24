// The place of a change in the history of its provider: a chart of the weeks around it, and the same as a table.

import { formatHundredths } from '@rf-indicators/engine';
import { type Drawing, draw, markupOf } from '@rf-indicators/web/charts/drawing';
import { type ChartMark, historyDrawing, placeIn } from '@rf-indicators/web/charts/history';
import { bandChip, bandClass } from '../bands.ts';
import { periodAround } from '../changelog/steps-around.ts';
import { endedAt } from '../changelog/stories.ts';
import { Html, html } from '../html.ts';
import { shortDay, shortInstant } from '../page-words.ts';
import { KIND_WORDS } from '../provider/provider-words.ts';
import { DAYS_IN_HISTORY, type KnownChange } from './known-change.ts';

const MOST_ROWS = 60;

export function changeHistory({ change, steps, provider }: KnownChange, now: number): Html | null {
  if (steps.length === 0) return null;
  const around = periodAround(change, DAYS_IN_HISTORY);
  // Nothing is drawn of the time before the first score.
  const period = { since: Math.max(around.since, steps[0]!.from), until: Math.min(around.until, now) };
  if (period.until <= period.since) period.until = period.since + 1;
  const place = placeIn(period);
  const { plot, names, lane, axis } = historyDrawing({
    steps: endedAt(steps, period.until).map((step) => ({ ...step, isStale: step.staleReason !== null })),
    marks: marksOf(steps).filter(({ at }) => at >= period.since && at < period.until),
    period,
  });
  const written = (drawings: readonly Drawing[]) => new Html(drawings.map(markupOf).join(''));
  const x = `${place(change.changed_at)}%`;
  const moment = [
    draw('line', { class: 'here', x1: x, x2: x, y1: 0, y2: '100%' }),
    ...(change.new_score === null
      ? []
      : [
          draw('circle', {
            class: `end ${bandClass(change.new_band ?? '')}`,
            ...{ cx: x, cy: `${100 - change.new_score / 100}%`, r: 5 },
          }),
        ]),
  ];
  const rows = steps.slice(-MOST_ROWS).reverse();
  return html`<section class="history">
<h2>Its place in the history</h2>
<div class="chart-head"><p>${shortDay(period.since)} – ${shortDay(period.until)}, UTC days · the line marks the change</p>
<a href="/providers/${provider?.slug ?? change.provider_id}?range=all#history">Whole history</a></div>
<div class="history-chart">
<svg class="plot" role="img" aria-label="Step chart of the score from ${shortDay(period.since)} to ${shortDay(period.until)}, with a line on ${shortDay(change.changed_at)}">${written([...plot, ...moment])}</svg>
<svg class="names" aria-hidden="true">${written(names)}</svg>
<svg class="lane" aria-hidden="true">${written(lane)}</svg>
<svg class="axis" aria-hidden="true">${written(axis)}</svg>
</div>
<details class="as-table">
<summary>Show as a table</summary>
<div class="scroll"><table class="steps cards">
<thead><tr><th scope="col">From (UTC)</th><th class="figure" scope="col">Score</th><th scope="col">Band</th><th scope="col">What happened</th></tr></thead>
<tbody>${rows.map(
    ({ from, finalScore, riskBand, kind, staleReason, verificationId }) => html`
<tr><th scope="row">${shortInstant(from).replace(' UTC', '')}</th><td class="figure" data-label="Score">${formatHundredths(finalScore)}</td><td>${bandChip(riskBand)}</td><td>${staleReason === null ? KIND_WORDS[kind] : 'Stale'}. <a href="/verify/${verificationId}">Proof</a></td></tr>`,
  )}
</tbody>
</table></div>
</details>
</section>`;
}

/** What happened besides changes of the score. */
function marksOf(steps: KnownChange['steps']): ChartMark[] {
  return steps.flatMap(({ from, until, kind, staleReason }, at) => {
    const after = steps[at + 1];
    const marks: ChartMark[] = [];
    if (kind === 'correction' && staleReason === null)
      marks.push({ at: from, kind: 'corrected', label: 'corrected' });
    if (kind === 'methodology_change') marks.push({ at: from, kind: 'framework', label: 'new framework' });
    if (until !== null && after?.from !== until)
      marks.push({ at: until, kind: 'withdrawn', label: 'withdrawn' });
    return marks;
  });
}
