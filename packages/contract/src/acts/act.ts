// The definition of an act: a change that a person makes, or a read that a page or a command needs.

import type { TObject } from 'typebox';

export const STAFF_ROLES = ['analyst', 'reviewer', 'chief_risk_officer', 'operator'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

export const MEMBER_ROLES = ['contract_admin', 'developer', 'viewer'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Who may perform an act. Members act only in their own workspace. */
export interface WhoMay {
  /** Any of these staff roles. */
  staff?: readonly StaffRole[];
  /** Any of these roles in the workspace. */
  member?: readonly MemberRole[];
  /** No sign-in is required; the text says what is required instead. */
  anyone?: string;
  /** Who the second person is, where two people are required. */
  secondPerson?: string;
}

export interface Act {
  /** An act changes something and writes an audit record; a read does neither. */
  kind: 'act' | 'read';
  who: WhoMay;
  /** One sentence. */
  description: string;
  /** Strict: unknown members are refused. */
  input: TObject;
  /** Also strict. */
  answer: TObject;
  /** Set if repeating the request would create something twice. */
  creates?: true;
  /** Set if it can take seconds: others then do not wait for it. */
  takesLong?: true;
  /** Set if it makes something public. */
  publishes?: true;
  /** JSON pointers to members of the answer that are shown once and never stored in plain text. */
  secrets?: readonly string[];
}

/** Preserves the exact types, so that the input and answer of each act are typed. */
export function act<const Given extends Act>(given: Given): Given {
  return given;
}
