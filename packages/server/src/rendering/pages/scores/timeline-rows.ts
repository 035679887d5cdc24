// The rows of the timeline: rank and score of the day, the bands as a strip, score and rank of today. On a phone each row is
// a card.

import type { BandHistory } from '@rf-indicators/core/desk/served/band-history';
import { formatHundredths } from '@rf-indicators/engine';
import {
  DAY_LINE,
  STRIP_HEIGHT,
  type StripPeriod,
  type StripReview,
  stripDrawing,
} from '@rf-indicators/web/charts/band-strip';
import { BANDS } from '@rf-indicators/web/charts/bands';
import { dayHandle, placeOfDay } from '@rf-indicators/web/charts/day-handle';
import { draw, markupOf } from '@rf-indicators/web/charts/drawing';
import { type Period, placeIn } from '@rf-indicators/web/charts/history';
import { axisTicks } from '@rf-indicators/web/charts/history-lane';
import { stripInWords, underReview } from '@rf-indicators/web/charts/timeline-words';
import { bandInWords, nameInLine } from '../../wire/one-line-texts.ts';
import { Html, html } from '../html.ts';
import { shortDay } from '../page-words.ts';

/** A provider on a day: as it was published, or one that had no score on that day. */
export interface TimelineRow {
  id: string;
  slug: string;
  name: string;
  /** Null without a score on that day. */
  onDay: {
    rank: number;
    score: number;
    isStale: boolean;
    verificationId: string;
    isCorrected: boolean;
  } | null;
  /** Null without a score today. */
  now: { rank: number; score: number } | null;
  history: BandHistory | null;
  reviews: readonly StripReview[];
}

export interface TimelineDay {
  date: string;
  first: string;
  today: string;
  /** The nearest days on which something was published; null if there is none. */
  previous: string | null;
  next: string | null;
  checkpoint: string | null;
  hasDataset: boolean;
}

export function timelineRows(rows: readonly TimelineRow[], day: TimelineDay, period: Period): Html {
  const here = placeOfDay(day.date, period);
  return html`<table class="timeline" data-first="${day.first}" data-today="${day.today}" data-date="${day.date}">
<thead><tr>
<th class="figure rank" scope="col"><span class="visually-hidden">Rank</span></th>
<th class="provider" scope="col">Provider</th>
<th class="figure then" scope="col" data-then>${shortDay(day.date).replace(/ \d{4}$/, '')}</th>
<th class="bands" scope="col"><span class="visually-hidden">Bands</span><svg class="days" aria-hidden="true">${new Html(axisTicks(period, placeIn(period)).map(markupOf).join(''))}<g class="slide"><line class="rail" x2="100%"/>${new Html(markupOf(dayHandle(day.date, period)))}</g></svg></th>
<th class="figure now" scope="col">Today</th>
<th class="figure rank-now" scope="col">Rank now</th>
</tr></thead>
<tbody>${rows.map((row) => timelineRow(row, period, here))}
</tbody>
</table>`;
}

function timelineRow(
  { id, slug, name, onDay, now, history, reviews }: TimelineRow,
  period: Period,
  here: string,
): Html {
  const periods = history === null ? [] : stripPeriods(history);
  const isMoved = onDay !== null && now !== null && onDay.rank !== now.rank;
  return html`
<tr data-id="${id}"${onDay === null && html` class="absent"`}>
<td class="figure rank">${onDay?.rank ?? '·'}</td>
<th class="provider" scope="row"><a href="/providers/${slug}">${nameInLine(name)}</a>${onDay !== null && marks(onDay)}</th>
<td class="figure then">${onDay === null ? '·' : formatHundredths(onDay.score)}</td>
<td class="bands"><span class="visually-hidden">${stripInWords(periods, reviews)}</span><svg class="strip" height="${STRIP_HEIGHT}" aria-hidden="true">${new Html(
    [
      ...stripDrawing(periods, history?.events ?? [], period, reviews),
      draw('line', { ...DAY_LINE, x1: here, x2: here }),
    ]
      .map(markupOf)
      .join(''),
  )}</svg></td>
<td class="figure now" data-label="Today">${now === null ? 'none' : formatHundredths(now.score)}</td>
<td class="figure rank-now" data-label="Rank now">${now === null ? '·' : isMoved ? html`<b>${now.rank}</b>` : now.rank}</td>
</tr>`;
}

function marks({ isStale, isCorrected, verificationId }: NonNullable<TimelineRow['onDay']>): Html {
  return html`${isStale && html` <span class="mark">stale</span>`}${
    isCorrected && html` <a class="mark" href="/verify/${verificationId}">corrected later</a>`
  }`;
}

export function stripPeriods({ periods }: BandHistory): StripPeriod[] {
  return periods.map(({ from, until, riskBand, isStale }) => ({ from, until, band: riskBand, isStale }));
}

/** What the marks and the fillings mean. */
export function stripKey(): Html {
  const strip = (band: string, isStale = false) => {
    const periods = [{ from: 0, until: null, band, isStale }];
    const drawing = stripDrawing(periods, [], { since: 0, until: 1 });
    return html`<svg class="strip" width="24" height="${STRIP_HEIGHT}" aria-hidden="true">${new Html(drawing.map(markupOf).join(''))}</svg>`;
  };
  const mark = (path: string, name: string) =>
    html`<svg class="strip" width="12" height="${STRIP_HEIGHT}" aria-hidden="true"><path class="${name}" d="${path}"/></svg>`;
  return html`<ul class="strip-key" aria-label="Key">
${BANDS.map((band, at) => html`<li>${strip(band)} ${bandInWords(band)}${at === BANDS.length - 1 && ': the fuller, the riskier'}</li>`)}
<li>${mark('M6 14.5l4 4l-4 4l-4-4z', 'moved')} band change</li>
<li><svg class="strip" width="24" height="${STRIP_HEIGHT}" aria-hidden="true"><line class="reviewed" x2="24" y1="18.5" y2="18.5"/></svg> under review</li>
<li><svg class="strip" width="12" height="${STRIP_HEIGHT}" aria-hidden="true"><circle class="corrected" cx="6" cy="18.5" r="4"/></svg> corrected</li>
<li>${strip('HIGH', true)} stale</li>
<li>${mark('M2 15l7 7M9 15l-7 7', 'cross')} withdrawn</li>
</ul>`;
}

/** What the strips show, in figures. */
export function bandsTable(rows: readonly TimelineRow[]): Html {
  return html`<details class="as-table"><summary>Show as a table</summary>
<div class="scroll"><table class="bands-table cards">
<thead><tr><th scope="col">Provider</th><th scope="col">State</th><th scope="col">From</th><th scope="col">Until</th></tr></thead>
<tbody>${rows.map(({ slug, name, history, reviews }) =>
    [
      ...(history?.periods ?? []).map(({ riskBand, isStale, from, until }) => ({
        ...{ from, until },
        state: `${bandInWords(riskBand)}${isStale ? ', stale' : ''}`,
      })),
      ...reviews.map(({ direction, from, until }) => ({ from, until, state: underReview(direction) })),
    ].map(
      ({ state, from, until }) => html`
<tr><th scope="row"><a href="/providers/${slug}">${nameInLine(name)}</a></th><td data-label="State">${state}</td><td data-label="From">${shortDay(from)}</td><td data-label="Until">${until === null ? 'today' : shortDay(until)}</td></tr>`,
    ),
  )}
</tbody>
</table></div>
</details>`;
}
