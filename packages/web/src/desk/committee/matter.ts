// A matter of the committee in words: what its votes mean, and what they decide.

import type { AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { INDEPENDENT_KINDS, VOTER_ROLES } from '@rf-indicators/contract/committee-rule';
import type { Person } from '../../api/session.ts';
import { count, plural } from '../../ui/format.ts';
import type { StateKind } from '../../ui/state.tsx';

export type Matter = AnswerOf<'committee.show'>;
export type ListedMatter = AnswerOf<'committee.list'>['data'][number];
export type Member = Matter['members'][number];
export type Consequence = NonNullable<Matter['if_you']>['recuse'];
export type MinuteLine = Matter['minutes'][number];
type Kind = ListedMatter['kind'];
type VoteInput = InputOf<'committee.vote'>['matters'];

/** The acts whose answers change with a vote. */
export const CHANGED_BY_VOTES = ['committee', 'runs', 'withdrawals', 'reviews', 'desk'] as const;

export const CHOICES = ['for', 'against', 'recuse'] as const;
export type Choice = (typeof CHOICES)[number];

interface KindWords {
  /** The group of the list, of several. */
  title: string;
  /** What a vote for it, a vote against it and their outcomes are called. */
  for: string;
  against: string;
  accepted: string;
  refused: string;
}

const DRAFTED = {
  for: 'Publish as drafted',
  against: 'Hold back, with a reason',
  accepted: 'Publish',
  refused: 'Hold back',
} as const;

const WORDS: Readonly<Record<Kind, KindWords>> = {
  initial: { title: 'First indicators', ...DRAFTED },
  band_change: { title: 'Band changes', ...DRAFTED },
  correction: { title: 'Corrections', ...DRAFTED },
  reinstatement: { title: 'Reinstatements', ...DRAFTED },
  withdrawal: {
    title: 'Withdrawals',
    for: 'Withdraw the indicator',
    against: 'Keep it, with a reason',
    accepted: 'Withdraw',
    refused: 'Keep',
  },
  review: {
    title: 'To put under review',
    for: 'Put it under review',
    against: 'Leave it, with a reason',
    accepted: 'Put under review',
    refused: 'Leave',
  },
  review_end: {
    title: 'Reviews to end',
    for: 'End the review',
    against: 'Keep it under review, with a reason',
    accepted: 'End the review',
    refused: 'Keep under review',
  },
};

export function kindWords(kind: Kind): KindWords {
  return WORDS[kind];
}

export function choiceWords(kind: Kind, choice: Choice): string {
  return choice === 'recuse' ? 'Recuse myself, with a reason' : WORDS[kind][choice];
}

/** "Publish, 2 for and 1 against". */
export function consequenceTitle(kind: Kind, consequence: Consequence): string {
  const { outcome, for: inFavour, against } = consequence;
  const votes = `${count(inFavour)} for and ${count(against)} against`;
  return outcome === null ? `Stays open, ${votes}` : `${WORDS[kind][outcome]}, ${votes}`;
}

export function stateOf({ state, kind }: Pick<ListedMatter, 'state' | 'kind'>): {
  kind: StateKind;
  words: string;
} {
  if (state === 'open') return { kind: 'waiting', words: 'open' };
  if (state === 'accepted') return { kind: 'good', words: 'accepted' };
  if (state === 'refused') return { kind: 'failed', words: 'refused' };
  if (state === 'done') return { kind: 'good', words: DONE[kind] ?? 'published' };
  return { kind: 'off', words: 'no longer decided' };
}

const DONE: Partial<Readonly<Record<Kind, string>>> = {
  withdrawal: 'withdrawn',
  review: 'under review',
  review_end: 'review ended',
};

/** In a row of the list. */
export function rowState({ state, kind, your_vote }: ListedMatter): string | null {
  if (state === 'open') return your_vote === null ? null : VOTED[your_vote];
  return stateOf({ state, kind }).words;
}

const VOTED: Readonly<Record<NonNullable<ListedMatter['your_vote']>, string>> = {
  for: 'you: for',
  against: 'you: against',
  recused: 'you: recused',
};

/** "2 of 3 votes cast". */
export function votesCast({ for: inFavour, against, quorum }: ListedMatter): string {
  return `${count(inFavour + against)} of ${plural(quorum, 'vote')} cast`;
}

/** As acts name it, with what the reader has seen of it. */
export function asSeen({ matter }: Pick<ListedMatter, 'matter'>, seen: string): VoteInput {
  return [{ matter, seen }];
}

/** The server decides; this only says beforehand who has no vote. */
export function isVoter({ roles }: Person): boolean {
  return roles.some((role) => (VOTER_ROLES as readonly string[]).includes(role));
}

/** The rule of independence is switched off; other kinds never need an independent vote. */
export function isWithoutIndependence({
  kind,
  independence,
}: Pick<Matter, 'kind' | 'independence'>): boolean {
  return independence !== 'required' && (INDEPENDENT_KINDS as readonly Kind[]).includes(kind);
}

export function waitsForMe({ state, your_vote }: ListedMatter): boolean {
  return state === 'open' && your_vote === null;
}
