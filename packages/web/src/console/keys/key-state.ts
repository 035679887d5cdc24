// A key as the list has it, and whether it has ended.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import type { KeyScope } from '@rf-indicators/contract/tiers';
import { timeOf } from '../../ui/format.ts';

export type Key = AnswerOf<'keys.list'>['data'][number];

/** All that a key with the scope may call. */
export const SCOPE_WORDS: Readonly<Record<KeyScope, string>> = { evaluate: 'Decisions by policies only' };

export function isEnded({ revoked_at, expires_at }: Key, now: number): boolean {
  return revoked_at !== null || (expires_at !== null && timeOf(expires_at) <= now);
}
