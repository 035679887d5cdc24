// The indicators that an indicator replaced, and what happened to it later.

import type { Verification } from '@rf-indicators/contract';
import { scoreInWords } from '../../wire/one-line-texts.ts';
import { type Html, html } from '../html.ts';
import { shortDay, shortInstant } from '../page-words.ts';

/** Other indicators that the proof refers to, by id. One that cannot be read at the moment is shown as its id only. */
export type Neighbours = ReadonlyMap<string, Verification>;

export function neighbourIds({ verification_id, followed_by, statement }: Verification): string[] {
  const ids = [
    followed_by.superseded_by,
    followed_by.corrected_by,
    followed_by.current,
    statement.supersedes,
    statement.corrects,
  ];
  return [...new Set(ids.filter((id) => id !== null && id !== verification_id))] as string[];
}

/** What came before, the indicator itself and what happened since, as dots on one line. */
export function historyLine(
  { verification_id, state, published_at, followed_by, statement }: Verification,
  neighbours: Neighbours,
): Html {
  const { superseded_by, corrected_by, withdrawal, renewed_by, current } = followed_by;
  const shown = [verification_id, superseded_by, corrected_by];
  const points = [
    point('Corrects', statement.corrects, neighbours),
    statement.supersedes !== statement.corrects && point('Supersedes', statement.supersedes, neighbours),
    html`<li class="this"><strong>Published</strong><span>${shortInstant(published_at)}</span></li>`,
    point('Corrected by', corrected_by, neighbours),
    superseded_by !== corrected_by &&
      point(superseded_by === renewed_by ? 'Renewed by' : 'Superseded by', superseded_by, neighbours),
    withdrawal !== null &&
      html`<li><strong>Withdrawn</strong><span>${shortInstant(withdrawal.withdrawn_at)}. ${withdrawal.reason}</span></li>`,
    !shown.includes(current) &&
      point(renewed_by === null ? 'Current now' : 'Renewed by', current, neighbours),
    state === 'current' &&
      html`<li><strong>Now</strong><span>Nothing happened since: it is current.</span></li>`,
  ].filter(Boolean);
  return html`<section class="since-section">
<h2>What happened since</h2>
<ol class="since">${points}</ol>
</section>`;
}

function point(label: string, id: string | null, neighbours: Neighbours): Html | null {
  if (id === null) return null;
  const neighbour = neighbours.get(id);
  return html`<li><strong>${label}</strong><a href="/verify/${id}">${neighbour === undefined ? id : scoreSummary(neighbour)}</a></li>`;
}

/** "Low risk · 91.52, as of 5 August 2026, stale since 26 October 2026". */
export function scoreSummary({ statement, stale_since }: Verification): string {
  const { risk_band, final_score, as_of } = statement;
  const stale = stale_since === null ? '' : `, stale since ${shortDay(stale_since)}`;
  return `${scoreInWords(risk_band, Math.round(Number(final_score) * 100))}, as of ${shortDay(as_of)}${stale}`;
}
