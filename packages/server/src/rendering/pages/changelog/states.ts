// Corrections, withdrawals, reinstatements and stale scores as a table. Corrections of one provider that were made on one day for
// one cause share a row.

import type { ChangelogKind } from '@rf-indicators/contract';
import { startOfDay } from '../../history/window.ts';
import { nameInLine } from '../../wire/one-line-texts.ts';
import { Html, html } from '../html.ts';
import { shortDay } from '../page-words.ts';
import type { Change } from '../provider/known.ts';
import { KIND_WORDS } from './kinds.ts';
import { changeUrl, proofLink, scoreMove } from './moves.ts';
import { ownReason } from './short-reason.ts';

export function statesTable(changes: readonly Change[]): Html {
  return html`<table class="states">
<thead class="visually-hidden"><tr><th scope="col">Date, UTC</th><th scope="col">Change</th><th scope="col">Provider</th><th scope="col">Score</th><th scope="col">Why</th></tr></thead>
<tbody>${sharedRows(changes).map(row)}
</tbody>
</table>`;
}

/** Newest first, as given; each row stands at the place of its newest entry. */
export function sharedRows(changes: readonly Change[]): Change[][] {
  const rows = Map.groupBy(changes, ({ kind, id, provider_id, changed_at, reason }) =>
    kind === 'correction' ? `${provider_id} ${startOfDay(changed_at)} ${reason}` : id,
  );
  return [...rows.values()];
}

function row(group: readonly Change[]): Html {
  const [newest] = group as [Change];
  const { changed_at, provider_id, provider_name, kind, reason } = newest;
  return html`
<tr>
<td class="date">${shortDay(changed_at)}</td>
<td class="kind">${markOf(kind)}<a href="${changeUrl(newest)}">${group.length === 1 ? KIND_WORDS[kind] : `${group.length} corrections`}</a></td>
<th class="name" scope="row"><a href="/providers/${provider_id}">${nameInLine(provider_name)}</a></th>
<td class="score-moves">${group.map((one) => html`<span>${scoreMove(one)}</span>`)}</td>
<td class="why">${ownReason(reason)} ${
    group.length === 1
      ? proofLink(newest)
      : html`Corrected ${group.length === 2 ? 'twice' : `${group.length} times`}: ${group.map(
          (one, at) => html`${at > 0 && ', '}${proofLink(one, `${ordinal(at)} proof`)}`,
        )}`
  }</td>
</tr>`;
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];

function ordinal(at: number): string {
  return ORDINALS[at] ?? `${at + 1}th`;
}

const MARKS: Partial<Record<ChangelogKind, string>> = {
  correction: '<circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" stroke-width="1.5"/>',
  withdrawal: '<path d="M2 2l8 8M10 2l-8 8" fill="none" stroke="currentColor" stroke-width="1.5"/>',
  reinstatement: '<circle cx="6" cy="6" r="4" fill="currentColor"/>',
  stale:
    '<path d="M1.5 1.5h9v9h-9zM1.5 6l4.5-4.5M1.5 10.5l9-9M6 10.5l4.5-4.5" fill="none" stroke="currentColor"/>',
  stale_ended: '<path d="M1.5 1.5h9v9h-9z" fill="none" stroke="currentColor"/>',
  review_started: '<path d="M6 1.5v5M6 8.5v2" fill="none" stroke="currentColor" stroke-width="1.5"/>',
  review_ended: '<path d="M2 6.5l3 3 5-7" fill="none" stroke="currentColor" stroke-width="1.5"/>',
};

/** The same marks as under the history of a score. */
function markOf(kind: ChangelogKind): Html {
  return new Html(
    `<svg class="state-mark" width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">${MARKS[kind] ?? ''}</svg>`,
  );
}
