// The filters of the page of changes: a form that works without scripts, and the feeds of the same choice.

import type { ChangelogKind } from '@rf-indicators/contract';
import type { Count } from '@rf-indicators/core/log/count-changes';
import { type Html, html } from '../html.ts';
import { countInWords, shortDay } from '../page-words.ts';
import { KIND_BOXES } from './kinds.ts';
import { ALL_CHANGES, changesUrl, feedUrl } from './query.ts';
import type { ChangelogView } from './view.ts';

type FilterView = Pick<ChangelogView, 'query' | 'counts' | 'provider' | 'suggested'>;

export function filterForm(view: FilterView): Html {
  const { query, provider, suggested } = view;
  const name = provider.chosen?.name ?? provider.typed;
  return html`<form class="change-filters" action="/changelog" data-change-filters>
<fieldset class="kind-boxes">
<legend class="visually-hidden">Kinds of changes</legend>
${KIND_BOXES.map(([label, kinds]) => kindBox(label, kinds, view))}
</fieldset>
<div class="change-fields">
<label class="provider-field"><span class="visually-hidden">Provider</span><input class="field" type="search" name="provider" value="${name}" placeholder="All providers" maxlength="120" autocomplete="off"${suggested.length > 0 && html` list="provider-names"`}></label>
${suggested.length > 0 && html`<datalist id="provider-names">${suggested.map((one) => html`<option value="${one}"></option>`)}</datalist>`}
<label><span class="visually-hidden">Direction</span><select class="field" name="direction">
${option('', 'Safer and riskier', query.direction === null)}${option('safer', 'Safer only', query.direction === 'safer')}${option('riskier', 'Riskier only', query.direction === 'riskier')}
</select></label>
<label class="since-day"><span>Since</span><input class="field" type="text" name="since" value="${query.since === null ? '' : shortDay(query.since)}" placeholder="22 Jul 2026" maxlength="40" autocomplete="off"></label>
<button class="field apply" type="submit">Show</button>
${follow(view)}
</div>
</form>`;
}

function option(value: string, label: string, isChosen: boolean): Html {
  return html`<option value="${value}"${isChosen && html` selected`}>${label}</option>`;
}

/** A kind without entries has no box. If it is chosen, it stays so. */
function kindBox(label: string, kinds: readonly ChangelogKind[], { query, counts }: FilterView): Html {
  const chosen = kinds.filter((kind) => query.kinds.includes(kind));
  const { count, isLeast } = sumOf(kinds, counts);
  if (count === 0 && !isLeast)
    return html`${chosen.map((kind) => html`<input type="hidden" name="kinds" value="${kind}">`)}`;
  const isChosen = chosen.length > 0;
  // A link may have chosen one of the two kinds of a box.
  const value = (isChosen ? chosen : kinds).join(',');
  return html`<label class="kind-box"><input type="checkbox" name="kinds" value="${value}"${isChosen && html` checked`}> ${label} <span class="muted">${countText({ count, isLeast })}</span></label>`;
}

export function sumOf(kinds: readonly ChangelogKind[], counts: ReadonlyMap<ChangelogKind, Count>): Count {
  const each = kinds.flatMap((kind) => counts.get(kind) ?? []);
  return {
    count: each.reduce((sum, { count }) => sum + count, 0),
    isLeast: each.some(({ isLeast }) => isLeast),
  };
}

/** "12", "1,000+". */
export function countText({ count, isLeast }: Count): string {
  return `${countInWords(count)}${isLeast ? '+' : ''}`;
}

function follow({ query, counts, provider }: FilterView): Html {
  const chosen = sumOf(query.kinds, counts);
  const all = sumOf([...counts.keys()], counts);
  const isAll = changesUrl({ ...query, cursor: null }) === changesUrl(ALL_CHANGES);
  return html`<p class="follow-choice"><span class="muted" data-part="found">${countText(chosen)} of ${countText(all)}${!isAll && html` · <a href="/changelog">Clear</a>`}</span>
<span data-part="follow"><span class="muted">Follow this choice:</span>
<a href="${feedUrl(query, '/feeds/changelog.atom', provider.chosen)}">Atom</a>
<a href="${feedUrl(query, '/feeds/changelog.json', provider.chosen)}">JSON feed</a>
<a href="${changesUrl({ ...query, cursor: null }, '/changelog.csv')}" download>CSV</a></span></p>`;
}
