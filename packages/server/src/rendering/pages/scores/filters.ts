// The filters above the table: a form that works without scripts, and links to the data.

import { PLANNER_TYPES, RISK_BANDS } from '@rf-indicators/contract';
import { bandInWords } from '../../wire/words.ts';
import { type Html, html } from '../html.ts';
import { countInWords, idInWords } from '../words.ts';
import { ALL_SCORES, isFiltered, ORDERS, type ScoresQuery, scoresUrl } from './query.ts';
import { ORDER_WORDS, TYPE_WORDS } from './words.ts';

type Option = readonly [value: string, label: string];

const TYPES: readonly Option[] = [
  ['', 'All types'],
  ...PLANNER_TYPES.map((type): Option => [type, idInWords(TYPE_WORDS[type])]),
];
const BANDS: readonly Option[] = [
  ['', 'All bands'],
  ...RISK_BANDS.map((band): Option => [band.toLowerCase(), bandInWords(band)]),
];
const ORDER_OPTIONS = ORDERS.map((order): Option => [order, ORDER_WORDS[order]]);

export function filters(query: ScoresQuery, found: number, all: number): Html {
  const { name, type, band, order } = query;
  // Without autocomplete="off" a browser that goes back restores what was typed, not what the URL says.
  return html`<form class="filters" action="/" autocomplete="off" data-filters>
<label class="name"><span class="visually-hidden">Filter by name</span><input class="field" type="search" name="q" value="${name}" placeholder="Filter by name" maxlength="120" data-slash></label>
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
export function clearUrl({ order }: ScoresQuery): string {
  return scoresUrl({ ...ALL_SCORES, order });
}

function select(name: string, label: string, options: readonly Option[], chosen: string): Html {
  return html`<label class="select"><span class="visually-hidden">${label}</span><select class="field" name="${name}">${options.map(
    ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
  )}</select></label>`;
}
