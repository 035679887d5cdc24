// Uptime as 90 bars, one for each UTC day: full height for a whole day, an outline for a day that nobody observed.

import type { Status } from '@rf-indicators/contract';
import { type Html, html } from '../html.ts';
import { shortDay } from '../page-words.ts';

type Uptime = Status['uptime'];
type Day = Uptime['days'][number];

const BAR = { width: 6, gap: 2, height: 24 };

export function uptimeChart(uptime: Uptime): Html {
  const { days } = uptime;
  const width = days.length * (BAR.width + BAR.gap) - BAR.gap;
  return html`<section>
<h2>${titleOf(uptime)}</h2>
${
  days.length > 0 &&
  html`<svg class="uptime" viewBox="0 0 ${width} ${BAR.height}" width="${width}" height="${BAR.height}" role="img" aria-label="Share of each of the last 90 UTC days in which the service was available">${days.map(
    bar,
  )}</svg>
<p class="ends small muted"><span>${shortDay(days[0]!.date)}</span><span>today, UTC days</span></p>
<details><summary>Table of days</summary>${table(days)}</details>`
}
</section>`;
}

/** The longest period that was observed as a whole. */
function titleOf({ ratio_90d, ratio_30d, ratio_24h }: Uptime): string {
  const periods: [number | null, string][] = [
    [ratio_90d, '90 days'],
    [ratio_30d, '30 days'],
    [ratio_24h, '24 hours'],
  ];
  const [ratio, period] = periods.find(([share]) => share !== null) ?? [null, ''];
  return ratio === null
    ? 'Observed for less than a day'
    : `Available ${percent(ratio)} of the last ${period}`;
}

/** Rounded down: 100 % means all of it. */
function percent(ratio: number): string {
  return `${ratio === 1 ? '100' : (Math.floor(ratio * 10_000) / 100).toFixed(2)} %`;
}

function bar({ date, ratio }: Day, at: number): Html {
  const x = at * (BAR.width + BAR.gap);
  const words = ratio === null ? 'not observed' : percent(ratio);
  const title = html`<title>${shortDay(date)}: ${words}</title>`;
  if (ratio === null)
    return html`<rect class="unobserved" x="${x + 0.5}" y="0.5" width="${BAR.width - 1}" height="${BAR.height - 1}">${title}</rect>`;
  // A day with any downtime must be seen, however short that was.
  const height =
    ratio === 1 ? BAR.height : Math.min(BAR.height - 4, Math.max(1, Math.round(ratio * BAR.height)));
  return html`<g>${title}<rect class="day" x="${x}" y="0" width="${BAR.width}" height="${BAR.height}"/><rect class="up" x="${x}" y="${BAR.height - height}" width="${BAR.width}" height="${height}"/></g>`;
}

function table(days: readonly Day[]): Html {
  return html`<table class="short">
<thead><tr><th scope="col">Day</th><th class="figure" scope="col">Available</th></tr></thead>
<tbody>${days.toReversed().map(
    ({ date, ratio }) => html`
<tr><td>${shortDay(date)}</td><td class="figure">${ratio === null ? html`<span class="muted">not observed</span>` : percent(ratio)}</td></tr>`,
  )}
</tbody>
</table>`;
}
