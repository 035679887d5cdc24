// The type of a binding: it connects an act of the contract to the domain function that performs it.

import type {
  ActName,
  DomainAnswerOf,
  DomainInputOf,
  MemberActName,
  MemberReadName,
  StaffActName,
  StaffReadName,
  WorkspaceReadName,
} from '@rf-indicators/contract/acts';
import type { Member } from '../accounts/members.ts';
import type { Workspace } from '../accounts/workspaces.ts';
import type { Actor } from '../context/actor.ts';
import type { ActServices } from './services.ts';

/** `reader` is the member who reads, for what not every member may see; null for staff. */
export type ReadWorkspace = Workspace & { reader: Member | null };

/** The person who performs an act or reads what depends on them, the workspace that a read is about, or the member of staff who reads (null: local). */
export type Subject<Name extends ActName> = Name extends StaffActName
  ? Actor
  : Name extends MemberActName
    ? Member & { from: string }
    : Name extends MemberReadName
      ? Member
      : Name extends WorkspaceReadName
        ? ReadWorkspace
        : Name extends StaffReadName
          ? Actor | null
          : null;

/** Performs an act. One whose answer is empty returns nothing that counts. */
export type Binding<Name extends ActName> = (
  services: ActServices,
  subject: Subject<Name>,
  input: DomainInputOf<Name>,
) => Answered<DomainAnswerOf<Name>> | Promise<Answered<DomainAnswerOf<Name>>>;

type Answered<Answer> = keyof Answer extends never ? unknown : Answer;

export type Bindings<Names extends ActName> = { [Name in Names]: Binding<Name> };

/** The acts whose names begin with a prefix, such as `keys`. */
export type ActsAbout<Prefix extends string> = Extract<ActName, `${Prefix}.${string}`>;
