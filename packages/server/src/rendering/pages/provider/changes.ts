// What changed: the last three changes of a provider in plain words. Evidence ages every day, so its small moves in a row
// count as one change.

import { formatHundredths } from '@rf-indicators/engine';
import { bandInWords } from '../../wire/one-line-texts.ts';
import { ARROW, RISKIER, SAFER } from '../arrows.ts';
import { type Html, html } from '../html.ts';
import { countInWords, sentence, shortDay } from '../page-words.ts';
import type { Change, KnownProvider } from './known.ts';

const SHOWN = 3;

export function changesSection({ changes }: KnownProvider): Html {
  const shown = inARow(changes).slice(0, SHOWN);
  return html`<section id="changes">
<h2>What changed</h2>
${
  shown.length === 0
    ? html`<p>Nothing has changed since the first score.</p>`
    : html`<table class="what-changed">
<thead class="visually-hidden"><tr><th scope="col">Date (UTC)</th><th scope="col">Change</th><th scope="col">Why</th></tr></thead>
<tbody>${shown.map(row)}
</tbody>
</table>`
}
<p class="all-changes"><a href="/changelog">Changes of all providers</a></p>
</section>`;
}

/** Newest first, as given; moves by age in a row become one. */
function inARow(changes: readonly Change[]): Change[][] {
  const groups: Change[][] = [];
  for (const change of changes) {
    const group = groups.at(-1);
    if (change.kind === 'drift' && group?.[0]?.kind === 'drift') group.push(change);
    else groups.push([change]);
  }
  return groups;
}

function row(group: readonly Change[]): Html {
  const [newest, oldest] = [group[0]!, group.at(-1)!];
  const { changed_at: at, new_band } = newest;
  const { previous_band } = oldest;
  const isOtherBand = previous_band !== null && new_band !== null && previous_band !== new_band;
  return html`
<tr><th scope="row">${shortDay(at)}</th><td class="move">${move(newest, oldest)}</td><td>${
    isOtherBand &&
    html`${bandInWords(previous_band).replace(' risk', '')} ${ARROW} ${bandInWords(new_band)}. `
  }${why(group, oldest)} <a href="/verify/${newest.verification_id}">Proof</a></td></tr>`;
}

function why(group: readonly Change[], oldest: Change): string {
  const { kind, reason } = group[0]!;
  if (kind === 'drift' && group.length > 1) {
    return `Evidence aged: ${countInWords(group.length)} small moves since ${shortDay(oldest.changed_at)}.`;
  }
  return sentence(reason);
}

function move(newest: Change, oldest: Change): Html {
  const { kind, new_score: after } = newest;
  const { previous_score: before } = oldest;
  const figure = (score: number) => html`<b>${formatHundredths(score)}</b>`;
  if (after === null) return html`${before !== null && figure(before)} withdrawn`;
  if (kind === 'stale') return html`${figure(after)} stale`;
  if (kind === 'stale_ended') return html`${figure(after)} no longer stale`;
  if (before === null) return html`${figure(after)} ${kind === 'initial' ? 'first score' : 'scored again'}`;
  if (before === after) return html`${figure(after)} same score`;
  return html`<b>${formatHundredths(before)} ${ARROW} ${formatHundredths(after)}</b> ${after > before ? SAFER : RISKIER}`;
}
