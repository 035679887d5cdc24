// Words for what a provider is and where it stands.

import type { AnswerOf, InputOf } from '@rf-indicators/contract/acts';

export type ListedProvider = AnswerOf<'providers.list'>['data'][number];
export type Standing = ListedProvider['standing'];
export type PlannerType = NonNullable<InputOf<'providers.list'>['planner_type']>;

export const STANDING_WORDS: Readonly<Record<Standing, string>> = {
  published: 'published',
  stale: 'stale',
  withdrawn: 'withdrawn',
  unpublished: 'not published',
};

/** Where a provider stands, also if it is retired. */
export function standingWord({
  standing,
  retired_at,
}: Pick<ListedProvider, 'standing' | 'retired_at'>): string {
  return retired_at === null ? STANDING_WORDS[standing] : 'retired';
}

export function isWaiting({
  waiting_run,
  waiting_withdrawal,
}: Pick<ListedProvider, 'waiting_run' | 'waiting_withdrawal'>): boolean {
  return waiting_run !== null || waiting_withdrawal !== null;
}
