// The caller of an act, and the check of their permission against the act's entry in the contract.

import {
  ACTS,
  type ActName,
  type MemberActName,
  type StaffActName,
  type WhoMay,
} from '@rf-indicators/contract/acts';
import { type Member, requireMemberMay } from '../accounts/members.ts';
import { requireWorkspace, type Workspace } from '../accounts/workspaces.ts';
import { type Actor, requireMay } from '../context/actor.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';

export type Caller =
  | { kind: 'staff'; actor: Actor }
  /** `from` is where the request came from, such as an IP address; acceptances of terms record it. */
  | { kind: 'member'; member: Member; from: string }
  /** A command that opened the store itself. It reads without a token, but not what belongs to a workspace. */
  | { kind: 'local' }
  | { kind: 'nobody' };

export type Entry = (typeof ACTS)[ActName];

export function requireCallerMay(caller: Caller, name: ActName): void {
  const { kind, who }: { kind: Entry['kind']; who: WhoMay } = ACTS[name];
  if (who.anyone !== undefined) return;
  if (caller.kind === 'local' && kind === 'read' && who.member === undefined) return;
  if (caller.kind === 'staff' && who.staff !== undefined) {
    requireMay(caller.actor, name as StaffActName);
  } else if (caller.kind === 'member' && who.member !== undefined) {
    requireMemberMay(caller.member, name as MemberActName);
  } else if (caller.kind === 'local' || caller.kind === 'nobody') {
    throw new Refusal('invalid_token', `This requires ${tokenFor(who)}.`);
  } else {
    const others = who.staff === undefined ? 'members of a workspace' : 'staff';
    throw new Refusal('insufficient_role', `Only ${others} can do this.`);
  }
}

function tokenFor({ staff, member }: WhoMay): string {
  if (staff !== undefined && member !== undefined) return 'a member token or a staff token';
  return staff === undefined ? 'a member token' : 'a staff token';
}

/** Members read their own workspace. Staff must name one. */
export async function workspaceOf(
  { store }: Context,
  caller: Caller,
  named: string | undefined,
): Promise<Workspace> {
  if (caller.kind !== 'member') {
    if (named !== undefined) return requireWorkspace(store.db, named);
    throw new Refusal('validation_failed', 'The input is not valid.', [
      { place: '/workspace', code: 'required', message: 'is required: name the workspace' },
    ]);
  }
  const { workspace } = caller.member;
  if (named === undefined || named === workspace.id || named === workspace.name) return workspace;
  throw new Refusal(
    'insufficient_role',
    `You are a member of ${workspace.name} and cannot read other workspaces.`,
  );
}
