// GET /: the scores of all providers, safest first.

import { PLANNER_TYPES, RISK_BANDS } from '@rf-indicators/contract';
import type { Step } from '@rf-indicators/core/desk/served/steps';
import type { WithdrawnProvider } from '@rf-indicators/core/desk/served/withdrawn';
import type { Period } from '@rf-indicators/web/charts/history';
import { typeTitle } from '@rf-indicators/web/charts/type-names';
import { bandInWords } from '../../wire/one-line-texts.ts';
import { bandClass, bandGlyph } from '../bands.ts';
import { hatchPatterns } from '../charts/hatch.ts';
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import { countInWords, providerCount, shortInstant } from '../page-words.ts';
import type { Site } from '../site.ts';
import { ALL_SCORES, isFiltered, ORDERS, type ScoresQuery, scoresUrl } from './query.ts';
import { filterInWords, ORDER_WORDS } from './score-words.ts';
import type { PageOfRows, Selection } from './select.ts';
import { scoresTable } from './table.ts';
import { withdrawnSection } from './withdrawn.ts';

export interface ScoresView {
  site: Site;
  query: ScoresQuery;
  /** The number of providers without any filter. */
  all: number;
  selection: Selection;
  shown: PageOfRows;
  /** Those that match the filter. */
  withdrawn: readonly WithdrawnProvider[];
  steps: ReadonlyMap<string, readonly Step[]>;
  period: Period;
  /** The time that the last published run looks at; null before the first one. */
  lastRunAt: number | null;
}

export function scoresPage(view: ScoresView): Html {
  const { site, query, all, selection, withdrawn, lastRunAt } = view;
  return layout(site, {
    title: 'Scores',
    description:
      'Risk scores of providers of digital-credit products, from 0 to 100, higher is safer. Each can be recomputed.',
    canonical: '/',
    path: '/',
    scripts: ['/assets/site/scores.js'],
    main: html`<div class="promise">
<h1>How risky is the yield? Scores from 0 to 100, higher is safer, each one recomputable to the last hundredth.</h1>
<p class="muted" data-part="counts">${providerCount(all)}${withdrawn.length > 0 && html` · <a href="#withdrawn">${countInWords(withdrawn.length)} withdrawn</a>`}${lastRunAt !== null && ` · last run ${shortInstant(lastRunAt)}`}</p>
</div>
${
  all === 0
    ? nothingYet(lastRunAt)
    : html`${distribution(selection.counts, query)}
${filters(query, selection.total, all)}
${hatchPatterns()}
<div data-part="table">
${selection.total === 0 ? nothingFound(query, withdrawn.length) : table(view)}
</div>`
}
<section id="withdrawn" class="withdrawn" data-part="withdrawn">${withdrawnSection(withdrawn)}</section>`,
  });
}

function table({ query, selection, shown, steps, period }: ScoresView): Html {
  const { rows, first, page, pages } = shown;
  const link = (to: number, label: string, rel: string) =>
    html`<a href="${scoresUrl({ ...query, page: to })}" rel="${rel}">${label}</a>`;
  const range = `${countInWords(first)} – ${countInWords(first + rows.length - 1)}`;
  return html`${scoresTable(shown, selection.total, steps, period)}
${
  pages > 1 &&
  html`<nav class="pager" aria-label="Pages">
<span>${range} of ${countInWords(selection.total)}</span>
${page > 1 ? link(page - 1, 'Previous', 'prev') : html`<span class="muted">Previous</span>`}
${page < pages ? link(page + 1, 'Next', 'next') : html`<span class="muted">Next</span>`}
</nav>`
}`;
}

/** A provider that was never scored is not listed, so the page cannot say more than that it has none. */
function nothingFound(query: ScoresQuery, withdrawn: number): Html {
  return html`<div class="empty">
<p>${
    withdrawn === 0
      ? html`No provider that we have scored matches ${filterInWords(query)}. ${query.name !== '' && html`<a href="/request">Request a score</a>`}`
      : html`No provider with a current score matches ${filterInWords(query)}. <a href="#withdrawn">${countInWords(withdrawn)} withdrawn</a> ${withdrawn === 1 ? 'does' : 'do'}.`
  }</p>
<p><a href="${clearUrl(query)}">Clear</a></p>
</div>`;
}

function nothingYet(lastRunAt: number | null): Html {
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
export function filters(query: ScoresQuery, found: number, all: number): Html {
  const { name, type, band, order } = query;
  // Without autocomplete="off" a browser that goes back restores what was typed, not what the URL says.
  return html`<form class="filters" action="/" autocomplete="off" data-filters>
<label class="name"><span class="visually-hidden">Filter by name</span><input class="field" type="search" name="q" value="${name}" placeholder="Filter by name" maxlength="120"></label>
${select('type', 'Type', TYPES, type ?? '')}
${select('band', 'Band', BANDS, band?.toLowerCase() ?? '')}
${select('order', 'Order', ORDER_OPTIONS, order)}
<button class="apply without-script">Apply</button>
<p class="found" aria-live="polite" data-part="found">${
    isFiltered(query) &&
    found > 0 &&
    html`${countInWords(found)} of ${countInWords(all)} <a href="${clearUrl(query)}">Clear</a>`
  }</p>
<p class="exports" data-part="exports"><a href="${scoresUrl({ ...query, page: ALL_SCORES.page }, '/scores.csv')}" download>CSV</a> <a href="/api/public/scores">JSON</a> <a href="/feeds/changelog.atom">Feed</a></p>
</form>`;
}

/** Clearing the filters keeps the order. */
function clearUrl({ order }: ScoresQuery): string {
  return scoresUrl({ ...ALL_SCORES, order });
}

function select(name: string, label: string, options: readonly Option[], chosen: string): Html {
  return html`<label><span class="visually-hidden">${label}</span><select class="field" name="${name}">${options.map(
    ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
  )}</select></label>`;
}
