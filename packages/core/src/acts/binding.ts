// How an act is performed: by which function of the domain, and which audit records that leaves.

import type {
  ACTS,
  ActName,
  AnswerOf,
  InputOf,
  MemberActName,
  StaffActName,
  WorkspaceReadName,
} from '@rf-indicators/contract/acts';
import type { Member } from '../accounts/members.ts';
import type { Workspace } from '../accounts/workspaces.ts';
import type { Actor } from '../context/actor.ts';
import type { AuditAction } from '../context/audit-actions.ts';
import type { ActServices } from './services.ts';

/** For whom: the person who acts, or the workspace that is looked at. */
export type Subject<Name extends ActName> = Name extends StaffActName
  ? Actor
  : Name extends MemberActName
    ? Member & { from: string }
    : Name extends WorkspaceReadName
      ? Workspace
      : null;

export interface Binding<Name extends ActName> {
  perform(
    services: ActServices,
    subject: Subject<Name>,
    input: InputOf<Name>,
  ): AnswerOf<Name> | Promise<AnswerOf<Name>>;
}

/** Acts name the audit records that they leave whenever they change something; reads leave none. */
export interface AuditedBinding<Name extends ActName> extends Binding<Name> {
  audit: readonly AuditAction[];
  /** Records that only some inputs lead to. */
  sometimes?: readonly AuditAction[];
}

export type Bindings<Names extends ActName> = {
  [Name in Names]: (typeof ACTS)[Name] extends { kind: 'act' } ? AuditedBinding<Name> : Binding<Name>;
};

/** The names that begin with a subject, such as `keys`. */
export type ActsAbout<Prefix extends string> = Extract<ActName, `${Prefix}.${string}`>;
