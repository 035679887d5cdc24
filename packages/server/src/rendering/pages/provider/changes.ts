// What changed: the last three changes of a provider in plain words. A day is one story, however many entries it has, and
// evidence ages every day, so its small moves in a row count as one change.

import type { Step } from '@rf-indicators/core/desk/served/steps';
import { bandInWords } from '../../wire/one-line-texts.ts';
import { ARROW } from '../arrows.ts';
import { byProviderAndDay, entriesOf, moveOf, servedMove, storyOf } from '../day-stories.ts';
import { type Html, html } from '../html.ts';
import { countInWords, sentence, shortDay } from '../page-words.ts';
import type { Change, KnownProvider } from './known.ts';

const SHOWN = 3;

export function changesSection(provider: KnownProvider): Html {
  return html`<section id="changes">
<h2>What changed</h2>
${changesTable(provider, SHOWN)}
<p class="all-changes"><a href="/changelog?provider=${provider.slug}">All its changes</a> · <a href="/changelog">Changes of all providers</a></p>
</section>`;
}

export function changesTable({ changes, steps }: KnownProvider, most: number): Html {
  const shown = storiesOf(changes).slice(0, most);
  if (shown.length === 0) return html`<p>Nothing has changed since the first score.</p>`;
  return html`<table class="what-changed">
<thead class="visually-hidden"><tr><th scope="col">Date (UTC)</th><th scope="col">Change</th><th scope="col">Why</th></tr></thead>
<tbody>${shown.map((group) => (group.length === 1 || isDrift(group) ? row(group) : storyRow(group, steps)))}
</tbody>
</table>`;
}

/** Newest first, as given. Entries of one UTC day are one story, and so are moves by age in a row. */
function storiesOf(changes: readonly Change[]): Change[][] {
  const stories: Change[][] = [];
  for (const day of byProviderAndDay(changes)) {
    const last = stories.at(-1);
    if (last !== undefined && isDrift(last) && isDrift(day)) last.push(...day);
    else stories.push([...day]);
  }
  return stories;
}

function isDrift(group: readonly Change[]): boolean {
  return group.every(({ kind }) => kind === 'drift');
}

/** A day with several entries. */
function storyRow(group: readonly Change[], steps: readonly Step[]): Html {
  const story = storyOf(group, steps);
  const { day, before, after, why: reasons } = story;
  const isOtherBand = before !== null && after !== null && before.riskBand !== after.riskBand;
  return html`
<tr><th scope="row">${shortDay(day)}</th><td class="move">${servedMove(story)}</td><td>${
    isOtherBand &&
    html`${bandInWords(before.riskBand).replace(' risk', '')} ${ARROW} ${bandInWords(after.riskBand)}. `
  }${reasons}${entriesOf(group)}</td></tr>`;
}

function row(group: readonly Change[]): Html {
  const [newest, oldest] = [group[0]!, group.at(-1)!];
  const { changed_at: at, new_band } = newest;
  const { previous_band } = oldest;
  const isOtherBand = previous_band !== null && new_band !== null && previous_band !== new_band;
  return html`
<tr><th scope="row">${shortDay(at)}</th><td class="move">${moveOf(newest, oldest)}</td><td>${
    isOtherBand &&
    html`${bandInWords(previous_band).replace(' risk', '')} ${ARROW} ${bandInWords(new_band)}. `
  }${why(group, oldest)} <a href="/changes/${newest.id}">Details</a> · <a href="/verify/${newest.verification_id}">Proof</a></td></tr>`;
}

function why(group: readonly Change[], oldest: Change): string {
  const { kind, reason } = group[0]!;
  if (kind === 'drift' && group.length > 1) {
    return `Evidence aged: ${countInWords(group.length)} small moves since ${shortDay(oldest.changed_at)}.`;
  }
  return sentence(reason);
}
