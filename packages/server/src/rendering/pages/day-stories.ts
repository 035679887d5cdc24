// A day of a provider as one story, however many entries it has: a correction, its restatement and a publication on one day
// have figures that cross. The story has what was served before that day and at its end, and the entries with their proofs
// stand behind it.

import type { Step } from '@rf-indicators/core/desk/served/steps';
import { formatHundredths } from '@rf-indicators/engine';
import { DAY, startOfDay } from '../history/window.ts';
import { ARROW, RISKIER, SAFER } from './arrows.ts';
import { type Html, html } from './html.ts';
import { sentence } from './page-words.ts';
import type { Change } from './provider/known.ts';
import { KIND_WORDS } from './provider/provider-words.ts';

export interface DayStory {
  day: number;
  /** What was served when the day began and when it ended; null for nothing. */
  before: Step | null;
  after: Step | null;
  /** The reasons of all entries, the first one first. */
  why: string;
}

/** Newest first, as given: the entries of one provider and one UTC day together, at the place of the newest. */
export function byProviderAndDay(changes: readonly Change[]): Change[][] {
  const days = Map.groupBy(
    changes,
    ({ provider_id, changed_at }) => `${provider_id} ${startOfDay(changed_at)}`,
  );
  return [...days.values()];
}

/** `steps` are those of the provider. */
export function storyOf(entries: readonly Change[], steps: readonly Step[]): DayStory {
  const day = startOfDay(entries[0]!.changed_at);
  const reasons = new Set(entries.map(({ reason }) => sentence(reason)));
  return {
    day,
    before: servedAt(steps, day),
    after: servedAt(steps, day + DAY),
    why: [...reasons].reverse().join(' '),
  };
}

function servedAt(steps: readonly Step[], midnight: number): Step | null {
  return (
    steps.findLast(({ from, until }) => from < midnight && (until === null || until >= midnight)) ?? null
  );
}

/** What stands behind a story. */
export function entriesOf(entries: readonly Change[]): Html {
  return html`
<details class="entries"><summary>${entries.length} entries</summary><ul>${entries.map(
    (entry) => html`
<li><a href="/changes/${entry.id}">${KIND_WORDS[entry.kind]}</a>: ${moveOf(entry, entry)} <a href="/verify/${entry.verification_id}">Proof</a></li>`,
  )}
</ul></details>`;
}

/** From what was before the oldest entry to what was after the newest. */
export function moveOf(newest: Change, oldest: Change): Html {
  const { kind, new_score: after } = newest;
  const { previous_score: before } = oldest;
  const figure = (score: number) => html`<b>${formatHundredths(score)}</b>`;
  if (after === null) return html`${before !== null && figure(before)} withdrawn`;
  if (kind === 'stale') return html`${figure(after)} stale`;
  if (kind === 'stale_ended') return html`${figure(after)} no longer stale`;
  if (kind === 'review_started') return html`${figure(after)} under review`;
  if (kind === 'review_ended') return html`${figure(after)} no longer under review`;
  if (before === null) return html`${figure(after)} ${kind === 'initial' ? 'first score' : 'scored again'}`;
  return scoreMove(before, after);
}

export function servedMove({ before, after }: DayStory): Html {
  const figure = (step: Step) => html`<b>${formatHundredths(step.finalScore)}</b>`;
  if (after === null) return html`${before !== null && figure(before)} withdrawn`;
  if (before === null) return html`${figure(after)} scored`;
  return scoreMove(before.finalScore, after.finalScore);
}

function scoreMove(before: number, after: number): Html {
  if (before === after) return html`<b>${formatHundredths(after)}</b> same score`;
  return html`<b>${formatHundredths(before)} ${ARROW} ${formatHundredths(after)}</b> ${after > before ? SAFER : RISKIER}`;
}
