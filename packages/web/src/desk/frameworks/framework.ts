// An imported framework, and the words of its state.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import type { StateKind } from '../../ui/state.tsx';

export type Framework = AnswerOf<'frameworks.list'>['data'][number];
export type Impact = AnswerOf<'frameworks.impact'>;
export type ProviderImpact = Impact['providers'][number];

export const STATES: Readonly<Record<Framework['state'], { kind: StateKind; word: string }>> = {
  unsigned: { kind: 'waiting', word: 'not signed' },
  signed: { kind: 'waiting', word: 'signed' },
  announced: { kind: 'waiting', word: 'announced' },
  activated: { kind: 'good', word: 'activated' },
  cancelled: { kind: 'off', word: 'cancelled' },
  replaced: { kind: 'off', word: 'replaced' },
};

const DAY = 24 * 60 * 60 * 1000;

/** Whole days from today until a UTC calendar date; negative once it has passed. */
export function daysUntil(day: string, now: number): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Math.floor(now / DAY) * DAY) / DAY);
}

/** Of those activated, the one that is in effect today. */
export function inEffect(frameworks: readonly Framework[]): Framework | undefined {
  return frameworks
    .filter(({ state }) => state === 'activated')
    .toSorted((a, b) => b.effective_from.localeCompare(a.effective_from))[0];
}
