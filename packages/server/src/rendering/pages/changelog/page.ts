// GET /changelog: what changed, newest first, in plain words.

import type { Changelog, ChangelogEntry, ChangelogKind } from '@rf-indicators/contract';
import { bandInWords, nameInLine } from '../../wire/one-line-texts.ts';
import { ARROW, RISKIER, SAFER } from '../arrows.ts';
import { bandChip } from '../bands.ts';
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import { changeInWords, sentence, shortDay, twoDecimals } from '../page-words.ts';
import type { Site } from '../site.ts';
import { KIND_WORDS, kindFilters, withKinds } from './kinds.ts';

export interface ChangelogView {
  changelog: Changelog;
  kinds: readonly ChangelogKind[];
  /** Whether these are the newest changes. */
  isFirst: boolean;
}

export function changelogPage(site: Site, { changelog, kinds, isFirst }: ChangelogView): Html {
  const { data, next_cursor } = changelog;
  return layout(site, {
    title: 'Changes',
    description: 'Every change to a risk indicator, newest first: what changed, by how much, and why.',
    canonical: '/changelog',
    path: '/changelog',
    main: html`<h1>Changes</h1>
<p class="lead">Every change to an indicator, newest first: what changed, by how much, and why. Higher is safer.</p>
${kindFilters(kinds)}
<p class="feeds muted">Follow ${kinds.length === 0 ? 'all changes' : 'these kinds'}:
<a href="${withKinds('/feeds/changelog.atom', kinds)}">Atom feed</a>
<a href="${withKinds('/feeds/changelog.json', kinds)}">JSON feed</a>
<a href="${withKinds('/api/public/changelog', kinds)}">JSON</a></p>
${data.length === 0 ? nothing(kinds) : table(data)}
${pager(kinds, isFirst, next_cursor)}`,
  });
}

function table(entries: readonly ChangelogEntry[]): Html {
  return html`<table class="changes cards">
<thead><tr>
<th scope="col">Date, UTC</th>
<th scope="col">Provider</th>
<th scope="col">Change</th>
<th class="figure points" scope="col">Points</th>
<th scope="col">Why</th>
</tr></thead>
<tbody>${entries.map(row)}
</tbody>
</table>`;
}

function row(entry: ChangelogEntry): Html {
  const { changed_at, provider_id, provider_name, kind, delta, reason, verification_id } = entry;
  return html`
<tr>
<td class="date">${shortDay(changed_at)}</td>
<th class="name" scope="row"><a href="/providers/${provider_id}">${nameInLine(provider_name)}</a></th>
<td class="change">${changeOfScore(entry)}<span class="kind muted">${KIND_WORDS[kind] ?? kind}</span></td>
<td class="figure points">${delta === null ? html`<span class="muted">·</span>` : changeInWords(Math.round(delta * 100))}</td>
<td class="why">${sentence(reason)} <a href="/verify/${verification_id}">Proof</a></td>
</tr>`;
}

function nothing(kinds: readonly ChangelogKind[]): Html {
  return kinds.length === 0
    ? html`<div class="empty"><p>Nothing was published yet.</p><p><a href="/methodology">Read how scores are made</a></p></div>`
    : html`<div class="empty"><p>No change is of these kinds.</p><p><a href="/changelog">Clear</a></p></div>`;
}

function pager(kinds: readonly ChangelogKind[], isFirst: boolean, next: string | null): Html | null {
  if (isFirst && next === null) return null;
  const newest = withKinds('/changelog', kinds);
  const older = next !== null && `${newest}${kinds.length === 0 ? '?' : '&'}cursor=${next}`;
  return html`<nav class="pager" aria-label="Pages">
${isFirst ? html`<span class="muted">Newest</span>` : html`<a href="${newest}">Newest</a>`}
${older ? html`<a href="${older}" rel="next">Older</a>` : html`<span class="muted">Older</span>`}
</nav>`;
}

type Scores = Pick<ChangelogEntry, 'previous_band' | 'previous_score' | 'new_band' | 'new_score'>;

/** A change in words: "Medium → Low risk ▲ safer", or "Low risk · 91.52 → 90.11" within a band. */
function changeOfScore({ previous_band, previous_score, new_band, new_score }: Scores): Html {
  if (new_band === null || new_score === null) {
    return previous_band === null || previous_score === null
      ? html`<span class="words">Withdrawn</span>`
      : html`<span class="words">${bandInWords(previous_band)} · ${twoDecimals(previous_score)} ${ARROW} withdrawn</span>`;
  }
  if (previous_band === null || previous_score === null)
    return html`<span class="words">${bandChip(new_band)} ${twoDecimals(new_score)}</span>`;
  if (previous_band !== new_band) {
    const isSafer = new_score > previous_score;
    const [from] = bandInWords(previous_band).split(' ');
    return html`<span class="words">${from} ${ARROW} ${bandChip(new_band)} <span>${isSafer ? SAFER : RISKIER}</span>
<span>${twoDecimals(previous_score)} ${ARROW} ${twoDecimals(new_score)}</span></span>`;
  }
  const scores =
    previous_score === new_score
      ? twoDecimals(new_score)
      : html`<span>${twoDecimals(previous_score)} ${ARROW} ${twoDecimals(new_score)}</span>`;
  return html`<span class="words">${bandChip(new_band)} ${scores}</span>`;
}
