// GET /?view=timeline: the bands of every provider since the first publication, and the list as it was published on a day.

import { stripPatterns } from '@rf-indicators/web/charts/band-strip';
import type { Period } from '@rf-indicators/web/charts/history';
import {
  type BandCounts,
  readCheckpointNote,
  timelineCounts,
  timelineTitle,
  total,
} from '@rf-indicators/web/charts/timeline-words';
import { drawn } from '../bands.ts';
import { type Html, html } from '../html.ts';
import { countInWords, shortDay } from '../page-words.ts';
import type { Site } from '../site.ts';
import { clearUrl, scoresFrame } from './frame.ts';
import { ALL_SCORES, type ScoresQuery, scoresUrl } from './query.ts';
import { filterInWords } from './score-words.ts';
import { ROWS_PER_PAGE, type Selection } from './select.ts';
import { bandsTable, stripKey, type TimelineDay, type TimelineRow, timelineRows } from './timeline-rows.ts';

export interface TimelineView {
  site: Site;
  query: ScoresQuery;
  day: TimelineDay;
  /** Without filters: of the day, and of today. */
  onDay: BandCounts;
  now: BandCounts;
  /** Of the day, with the filters. */
  selection: Selection;
  rows: readonly TimelineRow[];
  /** The number of rows on all pages. */
  count: number;
  page: number;
  pages: number;
  period: Period;
}

export function scoresTimelinePage(view: TimelineView): Html {
  const { site, query, day, onDay, now, selection, count } = view;
  const isToday = day.date === day.today;
  return scoresFrame({
    ...{ site, query, selection },
    withdrawn: [],
    all: Math.max(total(onDay), count),
    title: isToday ? 'Scores over time' : `Scores on ${shortDay(day.date)}`,
    script: 'score-timeline',
    files: count === 0 ? [] : filesOf(day),
    styles: ['views'],
    counts: html`${timelineCounts(day.date, total(onDay), total(now), isToday)}`,
    exports: html`${day.hasDataset && html`<a href="/datasets/${day.date}.csv.gz" download>CSV of this day</a> `}<a href="/history/days/${day.date}.json">JSON</a>`,
    body: html`<div class="view-head">
<h2 aria-live="polite">${timelineTitle(day.date, onDay, now, isToday)}</h2>
${dayForm(view)}
</div>
${count === 0 ? nobody(query, day) : table(view)}`,
  });
}

/** The bands of all years, and the lists of the day and of today. */
function filesOf({ first, date, today }: TimelineDay): string[] {
  const [from, until] = [Number(first.slice(0, 4)), Number(today.slice(0, 4))];
  const years = Array.from({ length: until - from + 1 }, (_, at) => `/history/${from + at}.json`);
  return [...years, ...new Set([today, date].map((one) => `/history/days/${one}.json`))];
}

/** Before the first publication there is no day to show. */
export function emptyTimelinePage(site: Site, query: ScoresQuery, selection: Selection, body: Html): Html {
  return scoresFrame({
    ...{ site, query, selection, body },
    withdrawn: [],
    all: 0,
    title: 'Scores over time',
    counts: html`0 providers`,
  });
}

function dayForm({ query, day }: TimelineView): Html {
  const { name, type, band, order } = query;
  const kept = {
    view: 'timeline',
    q: name,
    type,
    band: band?.toLowerCase(),
    order: order !== ALL_SCORES.order && order,
  };
  const to = (asOf: string | null) => scoresUrl({ ...query, asOf, page: 1 });
  const step = (label: string, target: string | null, rel: string, glyph: Html) =>
    target === null
      ? html`<a class="step" data-step="${rel}" role="link" aria-disabled="true" aria-label="${label}">${glyph}</a>`
      : html`<a class="step" data-step="${rel}" href="${to(target === day.today ? null : target)}" aria-label="${label}">${glyph}</a>`;
  return html`<form class="day" action="/" data-day-form>
${Object.entries(kept).map(([field, value]) => value && html`<input type="hidden" name="${field}" value="${value}">`)}
${step('Previous publication', day.previous, 'prev', BACK)}
<label><span class="visually-hidden">Day, in UTC</span><input class="field" type="text" name="as_of" value="${shortDay(day.date)}" placeholder="22 Jul 2026" maxlength="40" autocomplete="off" required></label>
<button class="apply without-script">Show</button>
${step('Next publication', day.next, 'next', ON)}
<a class="step today" data-step="today" href="${to(null)}">Today</a>
</form>`;
}

const BACK = html`<svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true"><path d="M8 1L3 6l5 5"/></svg>`;
const ON = html`<svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true"><path d="M4 1l5 5l-5 5"/></svg>`;

function nobody(query: ScoresQuery, { date }: TimelineDay): Html {
  return html`<div class="empty">
<p>No provider matches ${filterInWords(query)} on ${shortDay(date)}.</p>
<p><a href="${clearUrl(query)}">Clear</a></p>
</div>`;
}

function table({ query, day, rows, count, page, pages, period }: TimelineView): Html {
  const first = (page - 1) * ROWS_PER_PAGE + 1;
  const link = (to: number, label: string, rel: string) =>
    html`<a href="${scoresUrl({ ...query, page: to })}" rel="${rel}">${label}</a>`;
  return html`${drawn(stripPatterns())}${timelineRows(rows, day, period)}
${
  pages > 1 &&
  html`<nav class="pager" aria-label="Pages">
<span>${countInWords(first)} – ${countInWords(first + rows.length - 1)} of ${countInWords(count)}</span>
${page > 1 ? link(page - 1, 'Previous', 'prev') : html`<span class="muted">Previous</span>`}
${page < pages ? link(page + 1, 'Next', 'next') : html`<span class="muted">Next</span>`}
</nav>`
}
${stripKey()}
<p class="timeline-note">Ranked by the scores of that day, as they were published. What was corrected later is marked, never rewritten.</p>
<p class="timeline-note" data-checkpoint>${checkpointLine(day)}</p>
${bandsTable(rows)}`;
}

function checkpointLine({ date, checkpoint }: TimelineDay): Html {
  if (checkpoint === null) return html``;
  const { size, rootHash } = readCheckpointNote(checkpoint);
  return html`The log of that day: ${size} entries, root hash <code class="id">${rootHash}</code>, <a href="/history/days/${date}.json">signed checkpoint</a>.`;
}
