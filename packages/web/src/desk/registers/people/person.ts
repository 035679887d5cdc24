// A member of the staff, as the register has them, and the words of their state.

import type { AnswerOf, StaffRole } from '@rf-indicators/contract/acts';
import type { StateKind } from '../../../ui/state.tsx';

export type StaffMember = AnswerOf<'staff.list'>['data'][number];
export type Founding = AnswerOf<'staff.list'>['founding'];

/** Who invites, retires and gives roles. */
export const MANAGERS: readonly StaffRole[] = ['operator', 'chief_risk_officer'];

/** What a role can do, for the person who chooses it. */
export const ROLE_WORDS: Readonly<Record<StaffRole, string>> = {
  analyst: 'Analyst: enters inputs with evidence, and runs',
  reviewer: 'Reviewer: approves inputs and runs',
  chief_risk_officer: 'Chief risk officer: signs frameworks, approves, and manages the staff',
  operator: 'Operator: publishes, manages customers and the service',
};

export const ROLES = Object.keys(ROLE_WORDS) as StaffRole[];

export function stateOf({ status, invitation }: StaffMember): { kind: StateKind; word: string } {
  if (status === 'retired') return { kind: 'off', word: 'retired' };
  if (invitation !== null)
    return { kind: 'waiting', word: invitation.claimed_at === null ? 'invited' : 'to be confirmed' };
  if (status === 'invited') return { kind: 'waiting', word: 'invited' };
  return { kind: 'good', word: 'active' };
}

export function activeTokens({ tokens }: StaffMember): StaffMember['tokens'] {
  return tokens.filter(({ revoked_at }) => revoked_at === null);
}
