// The type of a binding: it connects an act of the contract to the domain function that performs it, and names the
// audit records that the function writes.

import type {
  ACTS,
  ActName,
  AnswerOf,
  InputOf,
  MemberActName,
  StaffActName,
  StaffReadName,
  WorkspaceReadName,
} from '@rf-indicators/contract/acts';
import type { Member } from '../accounts/members.ts';
import type { Workspace } from '../accounts/workspaces.ts';
import type { Actor } from '../context/actor.ts';
import type { AuditAction } from '../context/audit-actions.ts';
import type { ActServices } from './services.ts';

/** The person who performs an act, the workspace that a read is about, or the member of staff who reads (null: local). */
export type Subject<Name extends ActName> = Name extends StaffActName
  ? Actor
  : Name extends MemberActName
    ? Member & { from: string }
    : Name extends WorkspaceReadName
      ? Workspace
      : Name extends StaffReadName
        ? Actor | null
        : null;

export interface Binding<Name extends ActName> {
  perform(
    services: ActServices,
    subject: Subject<Name>,
    input: InputOf<Name>,
  ): AnswerOf<Name> | Promise<AnswerOf<Name>>;
}

/** Acts list the audit records that they write when they change something. Reads write none. */
export interface AuditedBinding<Name extends ActName> extends Binding<Name> {
  audit: readonly AuditAction[];
  /** Records that are written only for some inputs. */
  sometimes?: readonly AuditAction[];
}

export type Bindings<Names extends ActName> = {
  [Name in Names]: (typeof ACTS)[Name] extends { kind: 'act' } ? AuditedBinding<Name> : Binding<Name>;
};

/** The acts whose names begin with a prefix, such as `keys`. */
export type ActsAbout<Prefix extends string> = Extract<ActName, `${Prefix}.${string}`>;
