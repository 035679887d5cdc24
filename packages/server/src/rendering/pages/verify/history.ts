// The indicators that an indicator replaced, and what happened to it later.

import type { Verification } from '@rf-indicators/contract';
import { scoreInWords } from '../../wire/words.ts';
import { type Html, html } from '../html.ts';
import { dayInWords, instantInWords } from '../words.ts';

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

export function historySection(
  { verification_id, followed_by, statement }: Verification,
  neighbours: Neighbours,
): Html {
  const { superseded_by, corrected_by, withdrawal, renewed_by, current } = followed_by;
  const shown = [verification_id, superseded_by, corrected_by];
  const after = [
    row('Corrected by', corrected_by, neighbours),
    superseded_by !== corrected_by &&
      row(superseded_by === renewed_by ? 'Renewed by' : 'Superseded by', superseded_by, neighbours),
    !shown.includes(current) && row(renewed_by === null ? 'Current now' : 'Renewed by', current, neighbours),
    withdrawal !== null &&
      html`<dt>Withdrawn</dt><dd>${instantInWords(withdrawal.withdrawn_at)}. ${withdrawal.reason}</dd>`,
  ].filter(Boolean);
  const before = [
    row('Corrects', statement.corrects, neighbours),
    statement.supersedes !== statement.corrects && row('Supersedes', statement.supersedes, neighbours),
  ].filter(Boolean);
  return html`<section>
<h2>Later changes</h2>
${after.length === 0 ? html`<p>None.</p>` : html`<dl class="facts">${after}</dl>`}
${
  before.length > 0 &&
  html`<h3>Earlier indicators</h3>
<dl class="facts">${before}</dl>`
}
</section>`;
}

function row(label: string, id: string | null, neighbours: Neighbours): Html | null {
  if (id === null) return null;
  const neighbour = neighbours.get(id);
  return html`<dt>${label}</dt><dd><a class="id" href="/verify/${id}">${id}</a>${neighbour && html`<br>${scoreSummary(neighbour)}`}</dd>`;
}

/** "Low risk · 91.52, as of 5 August 2026, stale since 26 October 2026". */
export function scoreSummary({ statement, stale_since }: Verification): string {
  const { risk_band, final_score, as_of } = statement;
  const stale = stale_since === null ? '' : `, stale since ${dayInWords(stale_since)}`;
  return `${scoreInWords(risk_band, Math.round(Number(final_score) * 100))}, as of ${dayInWords(as_of)}${stale}`;
}
