// A member as the list has it, and the roles.

import type { AnswerOf, InputOf } from '@rf-indicators/contract/acts';

export type Member = AnswerOf<'members.list'>['data'][number];
export type MemberRole = InputOf<'members.invite'>['role'];

/** What a role can do, for the person who chooses it. */
export const ROLE_WORDS: Readonly<Record<MemberRole, string>> = {
  contract_admin: 'does everything: accepts terms, and manages members and the signing secret',
  risk_officer: 'saves and activates policies, and reads everything',
  developer: 'creates keys and webhooks, and reads everything',
  viewer: 'reads everything, and changes nothing',
};

export const ROLES = Object.keys(ROLE_WORDS) as MemberRole[];

export function activeTokens({ tokens }: Member): Member['tokens'] {
  return tokens.filter(({ revoked_at }) => revoked_at === null);
}
