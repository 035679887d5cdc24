// The kinds of changes, as filters that live in the URL: each is a link that adds the kind or removes it.

import { CHANGELOG_KINDS, type ChangelogKind } from '@rf-indicators/contract';
import { type Html, html } from '../html.ts';

export const KIND_WORDS: Readonly<Record<ChangelogKind, string>> = {
  initial: 'First score',
  band_change: 'Band change',
  score_change: 'Score change',
  drift: 'Drift',
  correction: 'Correction',
  methodology_change: 'New framework',
  stale: 'Became stale',
  stale_ended: 'No longer stale',
  withdrawal: 'Withdrawal',
  reinstatement: 'Reinstatement',
};

/** In the order of the list above. */
const KINDS = Object.keys(KIND_WORDS) as ChangelogKind[];

/** Kinds that are not known are ignored, so that an old or mistyped link still shows the page. */
export function readKinds(given: unknown): ChangelogKind[] {
  const named = typeof given === 'string' ? given.split(',') : [];
  return CHANGELOG_KINDS.filter((kind) => named.includes(kind)).toSorted();
}

/** The address of a list of these kinds: the page itself, or a feed. */
export function withKinds(path: string, kinds: readonly ChangelogKind[]): string {
  return kinds.length === 0 ? path : `${path}?kinds=${kinds.toSorted().join(',')}`;
}

export function kindFilters(chosen: readonly ChangelogKind[]): Html {
  return html`<nav class="kinds" aria-label="Kinds of changes">
${toggle(withKinds('/changelog', []), 'All', chosen.length === 0)}${KINDS.map((kind) => {
  const isChosen = chosen.includes(kind);
  const next = isChosen ? chosen.filter((one) => one !== kind) : [...chosen, kind];
  return toggle(withKinds('/changelog', next), KIND_WORDS[kind], isChosen);
})}
</nav>`;
}

function toggle(to: string, label: string, isChosen: boolean): Html {
  return html`
<a href="${to}"${isChosen && html` aria-current="true"`}>${label}</a>`;
}
