// A workspace, as the register has it, and the words of its state.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import type { StateKind } from '../../../ui/state.tsx';

export type Workspace = AnswerOf<'workspaces.list'>['data'][number];

export const ENTITLEMENT_WORDS: Readonly<Record<Workspace['entitlements'][number], string>> = {
  scores: 'Scores: every provider over the API',
  methodology: 'Framework: its full text',
  computation: 'Computation: packages to replay',
};

export function stateOf({ suspended_at, claimed_at }: Workspace): { kind: StateKind; word: string } {
  if (suspended_at !== null) return { kind: 'failed', word: 'suspended' };
  return claimed_at === null ? { kind: 'waiting', word: 'not claimed' } : { kind: 'good', word: 'active' };
}
