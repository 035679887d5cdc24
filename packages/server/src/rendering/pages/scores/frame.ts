// What the three views of the scores share: the promise, the distribution over the bands, the switch between the views, and
// the filters.

import { PLANNER_TYPES, RISK_BANDS } from '@rf-indicators/contract';
import type { WithdrawnProvider } from '@rf-indicators/core/desk/served/withdrawn';
import { typeTitle } from '@rf-indicators/web/charts/type-names';
import { bandInWords } from '../../wire/one-line-texts.ts';
import { bandClass, bandGlyph } from '../bands.ts';
import { hatchPatterns } from '../charts/hatch.ts';
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import type { LinkedData } from '../linked-data.ts';
import { countInWords, providerCount } from '../page-words.ts';
import type { Site } from '../site.ts';
import { ALL_SCORES, isFiltered, ORDERS, type ScoresQuery, scoresUrl, VIEWS, type View } from './query.ts';
import { filterInWords, ORDER_WORDS } from './score-words.ts';
import type { Selection } from './select.ts';
import { withdrawnSection } from './withdrawn.ts';

export interface ScoresFrame {
  site: Site;
  query: ScoresQuery;
  title: string;
  data?: readonly LinkedData[];
  /** Besides the script of the filters: a module below /assets/site. */
  script?: string;
  /** What that script asks for first. */
  files?: readonly string[];
  styles?: readonly string[];
  /** The number of providers without any filter. */
  all: number;
  selection: Selection;
  /** The line beside the promise. */
  counts: Html;
  /** Links to the data; by default those to what is current. */
  exports?: Html;
  /** The table or the drawing. */
  body: Html;
  withdrawn: readonly WithdrawnProvider[];
}

export function scoresFrame(frame: ScoresFrame): Html {
  const {
    site,
    query,
    title,
    script,
    files = [],
    styles = [],
    data = [],
    all,
    selection,
    counts,
    body,
    withdrawn,
  } = frame;
  return layout(site, {
    title,
    description:
      'Risk scores of providers of digital-credit products, from 0 to 100, higher is safer. Each can be recomputed.',
    canonical: '/',
    path: '/',
    data,
    files,
    styles,
    scripts: ['/assets/site/scores.js', ...(script === undefined ? [] : [`/assets/site/${script}.js`])],
    main: html`<div class="promise">
<h1>How risky is the yield? Scores from 0 to 100, higher is safer, each one <a href="/why">recomputable to the last hundredth</a>.</h1>
<p class="muted" data-part="counts">${counts}</p>
</div>
${
  all === 0
    ? body
    : html`${distribution(selection.counts, query)}
${filters(frame)}
${hatchPatterns()}
<div data-part="table">
${body}
</div>`
}
<section id="withdrawn" class="withdrawn" data-part="withdrawn">${withdrawnSection(withdrawn)}</section>`,
  });
}

/** A provider that was never scored is not listed, so the page cannot say more than that it has none. */
export function nothingFound(query: ScoresQuery, withdrawn: number): Html {
  return html`<div class="empty">
<p>${
    withdrawn === 0
      ? html`No provider that we have scored matches ${filterInWords(query)}. ${query.name !== '' && html`<a href="/request">Request a score</a>`}`
      : html`No provider with a current score matches ${filterInWords(query)}. <a href="#withdrawn">${countInWords(withdrawn)} withdrawn</a> ${withdrawn === 1 ? 'does' : 'do'}.`
  }</p>
<p><a href="${clearUrl(query)}">Clear</a></p>
</div>`;
}

export function nothingYet(lastRunAt: number | null): Html {
  const reason =
    lastRunAt === null
      ? 'No score has been published yet. Providers appear here after the first published run.'
      : 'No provider has a current score: all were withdrawn.';
  return html`<div class="empty">
<p>${reason}</p>
<p><a href="/methodology">Read how scores are made</a></p>
</div>`;
}

/** The width of the content of a page, in pixels. Narrower windows shrink all segments alike. */
const WIDTH = 1152;

/** How many providers are in each band: a bar whose segments are links that filter the table. */
function distribution(counts: Selection['counts'], query: ScoresQuery): Html {
  const sum = counts.reduce((total, [, count]) => total + count, 0);
  return html`<nav class="distribution" aria-label="Providers by band" data-part="distribution">${counts.map(
    ([band, count]) => {
      const isChosen = query.band === band;
      const to = scoresUrl({ ...query, band: isChosen ? null : band, page: ALL_SCORES.page });
      const words = bandInWords(band);
      const title = isChosen ? 'Show all bands' : `Show ${words} only: ${providerCount(count)}`;
      return html`
<a class="segment ${bandClass(band)}" href="${to}" title="${title}"${isChosen && html` aria-current="true"`}>${share(count, sum)}<span class="label">${bandGlyph(band)}${words} <span class="count">${countInWords(count)}</span></span></a>`;
    },
  )}
</nav>`;
}

/** Nothing to see: it gives the segment its width, which a style attribute must not. */
function share(count: number, sum: number): Html {
  const width = sum === 0 ? WIDTH / 4 : Math.round((count / sum) * WIDTH);
  return html`<svg class="share" width="${width}" height="1" aria-hidden="true"></svg>`;
}

type Option = readonly [value: string, label: string];

const TYPES: readonly Option[] = [
  ['', 'All types'],
  ...PLANNER_TYPES.map((type): Option => [type, typeTitle(type)]),
];
const BANDS: readonly Option[] = [
  ['', 'All bands'],
  ...RISK_BANDS.map((band): Option => [band.toLowerCase(), bandInWords(band)]),
];
const ORDER_OPTIONS = ORDERS.map((order): Option => [order, ORDER_WORDS[order]]);

/** The filters above the table: a form that works without scripts, and links to the data. */
function filters(frame: Pick<ScoresFrame, 'query' | 'selection' | 'all' | 'exports'>): Html {
  const { query, selection, all } = frame;
  const { name, type, band, order, view, asOf } = query;
  const found = selection.total;
  // Without autocomplete="off" a browser that goes back restores what was typed, not what the URL says.
  return html`<form class="filters" action="/" autocomplete="off" data-filters>
${views(query)}
<label class="name"><span class="visually-hidden">Filter by name</span><input class="field" type="search" name="q" value="${name}" placeholder="Filter by name" maxlength="120"></label>
${select('type', 'Type', TYPES, type ?? '')}
${select('band', 'Band', BANDS, band?.toLowerCase() ?? '')}
${view === 'table' ? select('order', 'Order', ORDER_OPTIONS, order) : order !== ALL_SCORES.order && hidden('order', order)}
${view !== 'table' && hidden('view', view)}${view === 'timeline' && asOf !== null && hidden('as_of', asOf)}
<button class="apply without-script">Apply</button>
<p class="found" aria-live="polite" data-part="found">${
    isFiltered(query) &&
    found > 0 &&
    html`${countInWords(found)} of ${countInWords(all)} <a href="${clearUrl(query)}">Clear</a>`
  }</p>
<p class="exports" data-part="exports">${frame.exports ?? exportsOf(query)}</p>
</form>`;
}

/** Clearing the filters keeps the order, the view and the day. */
export function clearUrl({ order, view, asOf }: ScoresQuery): string {
  return scoresUrl({ ...ALL_SCORES, order, view, asOf });
}

function select(name: string, label: string, options: readonly Option[], chosen: string): Html {
  return html`<label><span class="visually-hidden">${label}</span><select class="field" name="${name}">${options.map(
    ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
  )}</select></label>`;
}

const VIEW_WORDS: Readonly<Record<View, string>> = { table: 'Table', map: 'Map', timeline: 'Timeline' };

/** Three views of the same providers: links, which keep the filters. */
function views(query: ScoresQuery): Html {
  return html`<nav class="views" aria-label="Views" data-part="views">${VIEWS.map(
    (view) =>
      html`<a href="${scoresUrl({ ...query, view, page: ALL_SCORES.page })}"${view === query.view && html` aria-current="page"`}>${VIEW_WORDS[view]}</a>`,
  )}</nav>`;
}

function exportsOf(query: ScoresQuery): Html {
  const csv = scoresUrl({ ...query, view: 'table', page: ALL_SCORES.page }, '/scores.csv');
  return html`<a href="${csv}" download>CSV</a> <a href="/api/public/scores">JSON</a> <a href="/feeds/changelog.atom">Feed</a>`;
}

function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}
