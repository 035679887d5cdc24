// Small moves, folded by provider: score changes within a band, drift, and moves by a new framework.

import { formatHundredths } from '@rf-indicators/engine';
import { bandName } from '@rf-indicators/web/charts/bands';
import { nameInLine } from '../../wire/one-line-texts.ts';
import { ARROW } from '../arrows.ts';
import { bandClass } from '../bands.ts';
import { sparkline } from '../charts/sparkline.ts';
import { type Html, html } from '../html.ts';
import { changeInWords, countInWords, shortDay } from '../page-words.ts';
import type { Change } from '../provider/known.ts';
import { KIND_WORDS } from './kinds.ts';
import { changeUrl, proofLink, scoreMove } from './moves.ts';
import { shortReason } from './short-reason.ts';
import type { Trend } from './view.ts';

/** Of one provider; more are folded once again. */
const SHOWN_AT_ONCE = 4;

export function smallMoves(
  changes: readonly Change[],
  trends: ReadonlyMap<string, Trend>,
  isOneProvider: boolean,
): Html {
  const groups = [...Map.groupBy(changes, ({ provider_id }) => provider_id).values()];
  return html`<div class="folded">${groups.map((group) =>
    fold(group, trends.get(group[0]!.provider_id), isOneProvider || groups.length === 1),
  )}
</div>`;
}

/** Newest first. */
function fold(group: readonly Change[], trend: Trend | undefined, isOpen: boolean): Html {
  const [newest, oldest] = [group[0]!, group.at(-1)!];
  const [before, after] = [oldest.previous_score, newest.new_score];
  const delta = before === null || after === null ? 0 : after - before;
  const rest = group.slice(SHOWN_AT_ONCE);
  return html`
<details class="of-provider ${bandClass(newest.new_band ?? '')}"${isOpen && html` open`}>
<summary>
<span class="name">${nameInLine(newest.provider_name)}</span>
<span class="count">${countInWords(group.length)} ${group.length === 1 ? 'change' : 'changes'}</span>
<span class="fold-trend">${trend !== undefined && trend.steps.length > 0 && sparkline(trend.steps, trend.period)}</span>
<span class="move"><span class="figures">${before !== null && html`${formatHundredths(before)} ${ARROW} `}<b>${after !== null && formatHundredths(after)}</b></span> ${summaryOf(group)}</span>
<span class="figures delta">${changeInWords(delta)}</span>
</summary>
${rows(group.slice(0, SHOWN_AT_ONCE))}
${
  rest.length > 0 &&
  html`<details class="rest"><summary>${countInWords(rest.length)} more since ${shortDay(oldest.changed_at)}</summary>
${rows(rest)}
</details>`
}
<p class="whole"><a href="/providers/${newest.provider_id}">Score and history of ${nameInLine(newest.provider_name)}</a></p>
</details>`;
}

/** "High risk throughout: evidence aged in 5 modules", or the date and cause of a single change. */
function summaryOf(group: readonly Change[]): string {
  const [newest] = group as [Change];
  if (group.length === 1) return `${shortDay(newest.changed_at)}, ${shortReason(newest.reason)}`;
  const bands = new Set(group.flatMap(({ previous_band, new_band }) => [previous_band, new_band]));
  const causes = new Set(group.map(({ reason }) => shortReason(reason).replace(/ in .*$/, '')));
  const band = bands.size === 1 && newest.new_band !== null ? `${bandName(newest.new_band)} throughout` : '';
  const cause = causes.size === 1 ? [...causes][0]! : '';
  const both = [band, cause].filter((part) => part !== '').join(': ');
  return both === '' ? `since ${shortDay(group.at(-1)!.changed_at)}` : both;
}

function rows(changes: readonly Change[]): Html {
  return html`<ul class="folded-rows">${changes.map(
    (change) => html`
<li><span class="date">${shortDay(change.changed_at)}</span><span class="figures">${scoreMove(change)}</span><span class="figures delta">${deltaOf(change)}</span><span class="why"><a href="${changeUrl(change)}">${KIND_WORDS[change.kind]}</a>: ${shortReason(change.reason)}</span>${proofLink(change)}</li>`,
  )}
</ul>`;
}

function deltaOf({ previous_score: before, new_score: after }: Change): string {
  return before === null || after === null ? '·' : changeInWords(after - before);
}
