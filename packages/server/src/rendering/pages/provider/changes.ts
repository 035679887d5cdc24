// What changed: the last three changes of a provider in plain words. A day is one story, however many entries it has, and
// evidence ages every day, so its small moves in a row count as one change.

import type { Step } from '@rf-indicators/core/desk/served/steps';
import { formatHundredths } from '@rf-indicators/engine';
import { DAY, startOfDay } from '../../history/window.ts';
import { bandInWords } from '../../wire/one-line-texts.ts';
import { ARROW, RISKIER, SAFER } from '../arrows.ts';
import { type Html, html } from '../html.ts';
import { countInWords, sentence, shortDay } from '../page-words.ts';
import type { Change, KnownProvider } from './known.ts';
import { KIND_WORDS } from './provider-words.ts';

const SHOWN = 3;

export function changesSection({ changes, steps }: KnownProvider): Html {
  const shown = storiesOf(changes).slice(0, SHOWN);
  return html`<section id="changes">
<h2>What changed</h2>
${
  shown.length === 0
    ? html`<p>Nothing has changed since the first score.</p>`
    : html`<table class="what-changed">
<thead class="visually-hidden"><tr><th scope="col">Date (UTC)</th><th scope="col">Change</th><th scope="col">Why</th></tr></thead>
<tbody>${shown.map((group) => (group.length === 1 || isDrift(group) ? row(group) : storyRow(group, steps)))}
</tbody>
</table>`
}
<p class="all-changes"><a href="/changelog">Changes of all providers</a></p>
</section>`;
}

/** Newest first, as given. Entries of one UTC day are one story, and so are moves by age in a row. */
function storiesOf(changes: readonly Change[]): Change[][] {
  const days = [...Map.groupBy(changes, ({ changed_at }) => startOfDay(changed_at)).values()];
  const stories: Change[][] = [];
  for (const day of days) {
    const last = stories.at(-1);
    if (last !== undefined && isDrift(last) && isDrift(day)) last.push(...day);
    else stories.push([...day]);
  }
  return stories;
}

function isDrift(group: readonly Change[]): boolean {
  return group.every(({ kind }) => kind === 'drift');
}

/**
 * A day with several entries, such as a correction and the publication after it. The figures of the entries can cross, so the
 * story has what was served before that day and at its end; the entries, each with its proof, stand behind it.
 */
function storyRow(group: readonly Change[], steps: readonly Step[]): Html {
  const day = startOfDay(group[0]!.changed_at);
  const [before, after] = [servedAt(steps, day), servedAt(steps, day + DAY)];
  const isOtherBand = before !== null && after !== null && before.riskBand !== after.riskBand;
  const reasons = [...new Set(group.map(({ reason }) => sentence(reason)))].reverse();
  return html`
<tr><th scope="row">${shortDay(day)}</th><td class="move">${servedMove(before, after)}</td><td>${
    isOtherBand &&
    html`${bandInWords(before.riskBand).replace(' risk', '')} ${ARROW} ${bandInWords(after.riskBand)}. `
  }${reasons.join(' ')}
<details class="entries"><summary>${group.length} entries</summary><ul>${group.map(
    (entry) => html`
<li>${KIND_WORDS[entry.kind]}: ${move(entry, entry)} <a href="/verify/${entry.verification_id}">Proof</a></li>`,
  )}
</ul></details></td></tr>`;
}

/** What was served when the day began; null for nothing. */
function servedAt(steps: readonly Step[], midnight: number): Step | null {
  return (
    steps.findLast(({ from, until }) => from < midnight && (until === null || until >= midnight)) ?? null
  );
}

function servedMove(before: Step | null, after: Step | null): Html {
  const figure = (step: Step) => html`<b>${formatHundredths(step.finalScore)}</b>`;
  if (after === null) return html`${before !== null && figure(before)} withdrawn`;
  if (before === null) return html`${figure(after)} scored`;
  return scoreMove(before.finalScore, after.finalScore);
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
  return scoreMove(before, after);
}

function scoreMove(before: number, after: number): Html {
  if (before === after) return html`<b>${formatHundredths(after)}</b> same score`;
  return html`<b>${formatHundredths(before)} ${ARROW} ${formatHundredths(after)}</b> ${after > before ? SAFER : RISKIER}`;
}
