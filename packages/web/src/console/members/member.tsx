// A member as the list has it, the roles, and who manages members.

import type { AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { useContractAdmins } from '../person.ts';
import styles from './members.module.css';

export type Member = AnswerOf<'members.list'>['data'][number];
export type MemberRole = InputOf<'members.invite'>['role'];

/** What a role can do, for the person who chooses it. */
export const ROLE_WORDS: Readonly<Record<MemberRole, string>> = {
  contract_admin: 'does everything: accepts terms, and manages members and the signing secret',
  developer: 'creates keys and webhooks, and reads everything',
  viewer: 'reads everything, and changes nothing',
};

export const ROLES = Object.keys(ROLE_WORDS) as MemberRole[];

export const ONLY_ADMINS = 'only a Contract Admin can manage members';

export function activeTokens({ tokens }: Member): Member['tokens'] {
  return tokens.filter(({ revoked_at }) => revoked_at === null);
}

/** Why a member cannot change members, and who can. */
export function OnlyAdmins() {
  const admins = useContractAdmins(true);
  return (
    <p className={styles.note}>
      Only a Contract Admin can manage members{admins === undefined ? '.' : `: ${admins}.`}
    </p>
  );
}
