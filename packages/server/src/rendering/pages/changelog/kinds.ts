// The kinds of changes: their words, the boxes that choose them, and the section of the page that has them.

import { CHANGELOG_KINDS, type ChangelogKind } from '@rf-indicators/contract';

export const KIND_WORDS: Readonly<Record<ChangelogKind, string>> = {
  band_change: 'Band change',
  correction: 'Correction',
  withdrawal: 'Withdrawn',
  reinstatement: 'Reinstated',
  stale: 'Became stale',
  stale_ended: 'No longer stale',
  review_started: 'Under review',
  review_ended: 'Review ended',
  score_change: 'Score change',
  drift: 'Drift',
  methodology_change: 'New framework',
  initial: 'First score',
};

/** One box each: what begins and what ends staleness or a review are chosen together. */
export const KIND_BOXES: readonly (readonly [label: string, kinds: readonly ChangelogKind[]])[] = [
  ['Band change', ['band_change']],
  ['Correction', ['correction']],
  ['Withdrawal', ['withdrawal']],
  ['Reinstatement', ['reinstatement']],
  ['Stale', ['stale', 'stale_ended']],
  ['Review', ['review_started', 'review_ended']],
  ['Score change', ['score_change']],
  ['Drift', ['drift']],
  ['New framework', ['methodology_change']],
  ['First score', ['initial']],
];

export const SECTIONS = {
  bands: ['band_change'],
  states: [
    'correction',
    'withdrawal',
    'reinstatement',
    'stale',
    'stale_ended',
    'review_started',
    'review_ended',
  ],
  moves: ['score_change', 'drift', 'methodology_change'],
  firsts: ['initial'],
} as const satisfies Record<string, readonly ChangelogKind[]>;

export type SectionName = keyof typeof SECTIONS;

/** First scores say nothing about a change, and the first publication has one for every provider. */
export const DEFAULT_KINDS: readonly ChangelogKind[] = inOrder(CHANGELOG_KINDS).filter(
  (kind) => kind !== 'initial',
);

/** In the order of the boxes, each once. */
export function inOrder(kinds: readonly string[]): ChangelogKind[] {
  return KIND_BOXES.flatMap(([, ofBox]) => ofBox).filter((kind) => kinds.includes(kind));
}

/** The chosen kinds of a section, as queries take them. */
export function kindsIn(section: SectionName, chosen: readonly ChangelogKind[]): ChangelogKind[] {
  return SECTIONS[section].filter((kind) => chosen.includes(kind));
}
