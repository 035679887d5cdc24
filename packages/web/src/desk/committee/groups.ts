// The groups of a draft in words, and what publishing it would make public.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { count } from '../../ui/format.ts';

export type Overview = AnswerOf<'runs.overview'>;
export type GroupCount = Overview['groups'][number];
export type Group = GroupCount['group'];
export type Item = AnswerOf<'runs.items'>['data'][number];
export type Detail = AnswerOf<'runs.item'>;

/** One, and several. */
const NAMES: Readonly<Record<Group, readonly [string, string]>> = {
  initial: ['first indicator', 'first indicators'],
  band_change: ['band change', 'band changes'],
  correction: ['correction', 'corrections'],
  reinstatement: ['reinstatement', 'reinstatements'],
  methodology_change: ['change of the framework', 'changes of the framework'],
  score_change: ['score change', 'score changes'],
  drift: ['drift', 'drifts'],
  renewal: ['renewal', 'renewals'],
  not_scored: ['not scored', 'not scored'],
  withdrawn: ['stays withdrawn', 'stay withdrawn'],
  confirmed: ['confirmed unchanged', 'confirmed unchanged'],
  unchanged: ['not published', 'not published'],
};

export function groupTitle(group: Group): string {
  const [one, many] = NAMES[group];
  const words = group === 'withdrawn' ? one : many;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function groupWord(group: Group): string {
  return NAMES[group][0];
}

export function countOf(group: Group, number: number): string {
  return `${count(number)} ${NAMES[group][number === 1 ? 0 : 1]}`;
}

/** The groups whose items become indicators when the run is published. */
const PUBLISHED: ReadonlySet<Group> = new Set<Group>([
  ...(['initial', 'band_change', 'correction', 'reinstatement'] as const),
  ...(['methodology_change', 'score_change', 'drift', 'renewal'] as const),
]);

function becomesPublic(group: Group): boolean {
  return PUBLISHED.has(group);
}

interface PublishingCounts {
  /** New indicators. */
  all: number;
  groups: { group: Group; number: number }[];
  confirmed: number;
  notScored: number;
}

/** What is not published yet. */
export function publishingCounts({ groups }: Overview): PublishingCounts {
  const open = groups
    .map(({ group, items, published }) => ({ group, number: items - published }))
    .filter(({ number }) => number > 0);
  const news = open.filter(({ group }) => becomesPublic(group));
  const sum = (rows: readonly { number: number }[]) => rows.reduce((all, { number }) => all + number, 0);
  return {
    all: sum(news),
    groups: news.map(({ group, number }) => ({ group, number })),
    confirmed: sum(open.filter(({ group }) => group === 'confirmed')),
    notScored: sum(open.filter(({ group }) => group === 'not_scored')),
  };
}
