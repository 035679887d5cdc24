// What is said of an act: a change that a person makes, or a read that a page or a command needs.

import type { TObject } from 'typebox';

export const STAFF_ROLES = ['analyst', 'reviewer', 'chief_risk_officer', 'operator'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

export const MEMBER_ROLES = ['contract_admin', 'developer', 'viewer'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** The one rule about who may. A member acts in their own workspace and in no other. */
export interface WhoMay {
  /** Any of these staff roles. */
  staff?: readonly StaffRole[];
  /** Any of these roles in the workspace. */
  member?: readonly MemberRole[];
  /** Nobody signs in for it; the text says what stands in for a sign-in. */
  anyone?: string;
  /** Where one person is not enough: who the other one is. */
  secondPerson?: string;
}

export interface Act {
  /** An act changes something and leaves an audit record; a read does neither. */
  kind: 'act' | 'read';
  who: WhoMay;
  /** One sentence. */
  description: string;
  /** Strict: unknown members are refused. */
  input: TObject;
  /** Strict, too. */
  answer: TObject;
  /** Whether it makes something that a repeated request would make twice. */
  creates?: true;
  /** Pointers to the members of the answer that are shown once and kept nowhere in plain text. */
  secrets?: readonly string[];
}

/** Keeps the exact types of the parts, so that whoever performs an act knows its input and its answer. */
export function act<const Given extends Act>(given: Given): Given {
  return given;
}
