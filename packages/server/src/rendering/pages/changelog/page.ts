// GET /changelog: what changed, newest first, in plain words.

import type { ChangelogKind } from '@rf-indicators/contract';
import type { Step } from '@rf-indicators/core/desk/served/steps';
import { formatHundredths } from '@rf-indicators/engine';
import { bandInWords, nameInLine } from '../../wire/one-line-texts.ts';
import { ARROW, RISKIER, SAFER } from '../arrows.ts';
import { bandChip } from '../bands.ts';
import { byProviderAndDay, entriesOf, storyOf } from '../day-stories.ts';
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import { changeInWords, sentence, shortDay } from '../page-words.ts';
import type { Change } from '../provider/known.ts';
import type { Site } from '../site.ts';
import { KIND_WORDS, kindFilters, withKinds } from './kinds.ts';

export interface ChangelogView {
  /** Newest first. */
  changes: readonly Change[];
  /** By provider id. */
  steps: ReadonlyMap<string, readonly Step[]>;
  kinds: readonly ChangelogKind[];
  /** Whether these are the newest changes. */
  isFirst: boolean;
  /** The last entry that the page shows; null if there is no older one. */
  olderThan: number | null;
}

export function changelogPage(site: Site, view: ChangelogView): Html {
  const { changes, kinds } = view;
  return layout(site, {
    title: 'Changes',
    description: 'Every change to a risk indicator, newest first: what changed, by how much, and why.',
    canonical: '/changelog',
    path: '/changelog',
    main: html`<h1>Changes</h1>
<p class="lead">Every change to an indicator, newest first: what changed, by how much, and why. Higher is safer.
A day of a provider is one story: what was served before it and after it.</p>
${kindFilters(kinds)}
<p class="feeds muted">Follow ${kinds.length === 0 ? 'all changes' : 'these kinds'}:
<a href="${withKinds('/feeds/changelog.atom', kinds)}">Atom feed</a>
<a href="${withKinds('/feeds/changelog.json', kinds)}">JSON feed</a>
<a href="${withKinds('/api/public/changelog', kinds)}">JSON</a></p>
${changes.length === 0 ? nothing(kinds) : table(view)}
${pager(view)}`,
  });
}

function table({ changes, steps }: ChangelogView): Html {
  return html`<table class="changes cards">
<thead><tr>
<th scope="col">Date, UTC</th>
<th scope="col">Provider</th>
<th scope="col">Change</th>
<th class="figure points" scope="col">Points</th>
<th scope="col">Why</th>
</tr></thead>
<tbody>${byProviderAndDay(changes).map((group) =>
    group.length === 1 ? entryRow(group[0]!) : storyRow(group, steps.get(group[0]!.provider_id) ?? []),
  )}
</tbody>
</table>`;
}

function entryRow(entry: Change): Html {
  const { kind, reason, verification_id } = entry;
  return row(entry, {
    scores: entry,
    kind: KIND_WORDS[kind] ?? kind,
    why: html`${sentence(reason)} <a href="/verify/${verification_id}">Proof</a>`,
  });
}

/** A day with several entries. Of a day on which nothing was served before and after, there are only the entries. */
function storyRow(group: readonly Change[], steps: readonly Step[]): Html {
  const { before, after, why } = storyOf(group, steps);
  const kinds = new Set(group.map(({ kind }) => KIND_WORDS[kind] ?? kind));
  return row(group[0]!, {
    scores: {
      previous_score: before?.finalScore ?? null,
      previous_band: before?.riskBand ?? null,
      new_score: after?.finalScore ?? null,
      new_band: after?.riskBand ?? null,
    },
    kind: [...kinds].reverse().join(', '),
    why: html`${why}${entriesOf(group)}`,
  });
}

interface Told {
  scores: Scores;
  kind: string;
  why: Html;
}

function row({ changed_at, provider_id, provider_name }: Change, { scores, kind, why }: Told): Html {
  const { previous_score, new_score } = scores;
  const points =
    previous_score === null || new_score === null
      ? html`<span class="muted">·</span>`
      : changeInWords(new_score - previous_score);
  return html`
<tr>
<td class="date">${shortDay(changed_at)}</td>
<th class="name" scope="row"><a href="/providers/${provider_id}">${nameInLine(provider_name)}</a></th>
<td class="change">${changeOfScore(scores)}<span class="kind muted">${kind}</span></td>
<td class="figure points">${points}</td>
<td class="why">${why}</td>
</tr>`;
}

function nothing(kinds: readonly ChangelogKind[]): Html {
  return kinds.length === 0
    ? html`<div class="empty"><p>Nothing was published yet.</p><p><a href="/methodology">Read how scores are made</a></p></div>`
    : html`<div class="empty"><p>No change is of these kinds.</p><p><a href="/changelog">Clear</a></p></div>`;
}

function pager({ kinds, isFirst, olderThan }: ChangelogView): Html | null {
  if (isFirst && olderThan === null) return null;
  const newest = withKinds('/changelog', kinds);
  const older = olderThan !== null && `${newest}${kinds.length === 0 ? '?' : '&'}cursor=${olderThan}`;
  return html`<nav class="pager" aria-label="Pages">
${isFirst ? html`<span class="muted">Newest</span>` : html`<a href="${newest}">Newest</a>`}
${older ? html`<a href="${older}" rel="next">Older</a>` : html`<span class="muted">Older</span>`}
</nav>`;
}

/** In hundredths. */
type Scores = Pick<Change, 'previous_band' | 'previous_score' | 'new_band' | 'new_score'>;

/** A change in words: "Medium → Low risk ▲ safer", or "Low risk · 91.52 → 90.11" within a band. */
function changeOfScore({ previous_band, previous_score, new_band, new_score }: Scores): Html {
  if (new_band === null || new_score === null) {
    return previous_band === null || previous_score === null
      ? html`<span class="words">Withdrawn</span>`
      : html`<span class="words">${bandInWords(previous_band)} · ${formatHundredths(previous_score)} ${ARROW} withdrawn</span>`;
  }
  if (previous_band === null || previous_score === null)
    return html`<span class="words">${bandChip(new_band)} ${formatHundredths(new_score)}</span>`;
  if (previous_band !== new_band) {
    const isSafer = new_score > previous_score;
    const [from] = bandInWords(previous_band).split(' ');
    return html`<span class="words">${from} ${ARROW} ${bandChip(new_band)} <span>${isSafer ? SAFER : RISKIER}</span>
<span>${formatHundredths(previous_score)} ${ARROW} ${formatHundredths(new_score)}</span></span>`;
  }
  const scores =
    previous_score === new_score
      ? formatHundredths(new_score)
      : html`<span>${formatHundredths(previous_score)} ${ARROW} ${formatHundredths(new_score)}</span>`;
  return html`<span class="words">${bandChip(new_band)} ${scores}</span>`;
}
