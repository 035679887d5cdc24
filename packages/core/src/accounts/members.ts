// The members of a workspace and their personal tokens, of which only hashes are stored.

import {
  ACTS,
  MEMBER_ROLES,
  type MemberActName,
  type MemberReadName,
  type WorkspaceReadName,
} from '@rf-indicators/contract/acts';
import { missingRole } from '../context/actor.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { readName } from '../context/names.ts';
import { Refusal } from '../context/refusal.ts';
import { createToken, hashToken, isWellFormedToken } from '../secrets/tokens.ts';
import { provedRow } from '../store/records/proved.ts';
import type { Database, MemberRole } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';
import { listMembers, memberNamed, requireContractAdminLeft } from './member-list.ts';
import { endAccessOf } from './one-time-codes.ts';
import type { IssuedToken } from './staff.ts';
import { requireNotSuspended } from './suspension.ts';
import { findWorkspace, type Workspace } from './workspaces.ts';

const LONGEST_NAME = 120;

export interface Member {
  id: string;
  name: string;
  role: MemberRole;
  workspace: Workspace;
}

export interface NewMember {
  name: string;
  role: MemberRole;
}

/** Finds the member who holds a token. */
export async function authenticateMember({ store }: Context, token: string): Promise<Member> {
  if (!isWellFormedToken('rf_member_', token)) {
    throw new Refusal(
      'invalid_token',
      'This is not a member token. Member tokens begin with rf_member_ and have 48 characters.',
    );
  }
  const held = await provedRow(store.db, 'member_tokens', () =>
    store.db
      .selectFrom('member_tokens')
      .selectAll()
      .where('token_hash', '=', hashToken(token))
      .where('revoked_at', 'is', null)
      .executeTakeFirst(),
  );
  const member = held === undefined ? null : await findMember(store.db, held.member_id);
  if (member !== null) return member;
  throw new Refusal('invalid_token', 'This token is unknown or revoked. A contract_admin can issue another.');
}

/**
 * Reads the member and the workspace again in the transaction: since the token was checked, the member may have been
 * removed, or the workspace downgraded or suspended.
 */
export async function actingMember(
  writes: Writes,
  { id, name }: Pick<Member, 'id' | 'name'>,
  act: MemberActName,
): Promise<Member> {
  const member = await findMember(writes, id);
  if (member === null) throw new Refusal('invalid_token', `${name} is no longer a member of the workspace.`);
  requireMemberMay(member, act);
  requireNotSuspended(member.workspace);
  return member;
}

/** Checks the roles that the table of acts lists for this act. */
export function requireMemberMay(
  { name, role }: Pick<Member, 'name' | 'role'>,
  act: MemberActName | MemberReadName | WorkspaceReadName,
): void {
  const roles: readonly MemberRole[] = ACTS[act].who.member;
  if (!roles.includes(role)) throw missingRole(roles, name);
}

/** Null if the member was removed. */
export async function findMember(db: Queries | Writes, id: string): Promise<Member | null> {
  const found = await provedRow(db, 'members', () =>
    db
      .selectFrom('members')
      .selectAll()
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst(),
  );
  const workspace = found && (await findWorkspace(db, found.workspace_id));
  if (!workspace) return null;
  const { name, role } = found;
  return { id, name, role, workspace };
}

export function addMember(context: Context, member: Member, added: NewMember): Promise<IssuedToken> {
  return context.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'members.add');
    const issued = await writeMember(context, writes, workspace.id, added);
    const after = {
      workspace: workspace.id,
      name: added.name.trim(),
      role: added.role,
      token: issued.prefix,
    };
    await recordAct(context, writes, member, 'member.added', subjectOf(issued), null, after);
    return issued;
  });
}

/** Revokes all their tokens, and ends their sessions and invitations. Records of what they did keep their name until an operator erases it. */
export function removeMember(context: Context, member: Member, idOrName: string): Promise<void> {
  return context.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'members.remove');
    const { id, name, role } = await memberNamed(writes, workspace.id, idOrName);
    const now = context.clock();
    await writes.updateTable('members').set({ removed_at: now }).where('id', '=', id).execute();
    await writes
      .updateTable('member_tokens')
      .set({ revoked_at: now })
      .where('member_id', '=', id)
      .where('revoked_at', 'is', null)
      .execute();
    await endAccessOf(context, writes, { member_id: id });
    const before = { workspace: workspace.id, name, role };
    await recordAct(context, writes, member, 'member.removed', subjectOf({ id }), before, null);
    await requireContractAdminLeft(writes, workspace.id);
  });
}

/** Adds a member as part of a larger transaction, such as claiming a workspace. */
export async function writeMember(
  context: Context,
  writes: Writes,
  workspaceId: string,
  added: NewMember,
): Promise<IssuedToken> {
  return writeMemberToken(context, writes, await writeMemberRow(context, writes, workspaceId, added));
}

/** Adds a member without a token, and returns the id. */
export async function writeMemberRow(
  context: Context,
  writes: Writes,
  workspaceId: string,
  added: NewMember,
): Promise<string> {
  const name = readName(added.name, LONGEST_NAME);
  if (!MEMBER_ROLES.includes(added.role)) {
    throw new Refusal(
      'validation_failed',
      `"${added.role}" is not a role. Roles are ${MEMBER_ROLES.join(', ')}.`,
    );
  }
  const everyone = await listMembers(writes, workspaceId);
  if (everyone.some((other) => other.removed_at === null && other.name === name)) {
    throw new Refusal('conflict', `The workspace already has a member called ${name}. Use a different name.`);
  }
  const row: Database['members'] = {
    id: context.newId(),
    workspace_id: workspaceId,
    name,
    role: added.role,
    created_at: context.clock(),
    removed_at: null,
  };
  await writes.insertInto('members').values(row).execute();
  return row.id;
}

export async function writeMemberToken(
  context: Context,
  writes: Writes,
  memberId: string,
): Promise<IssuedToken> {
  const { token, hash, prefix } = createToken('rf_member_');
  await writes
    .insertInto('member_tokens')
    .values({ token_hash: hash, member_id: memberId, prefix, created_at: context.clock(), revoked_at: null })
    .execute();
  return { id: memberId, token, prefix };
}

export function subjectOf({ id }: { id: string }): string {
  return `members/${id}`;
}

/** Another token; adding a member issues their first one. */
export function issueMemberToken(context: Context, member: Member, idOrName: string): Promise<IssuedToken> {
  return context.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'members.issue_token');
    const { id } = await memberNamed(writes, workspace.id, idOrName);
    const issued = await writeMemberToken(context, writes, id);
    const token = issued.prefix;
    await recordAct(context, writes, member, 'member.token_issued', subjectOf(issued), null, { token });
    return issued;
  });
}

/** By its prefix, as lists show it. */
export function revokeMemberToken(context: Context, member: Member, prefix: string): Promise<void> {
  return context.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'members.revoke_token');
    const found = await writes
      .selectFrom('member_tokens')
      .innerJoin('members', 'members.id', 'member_tokens.member_id')
      .select(['token_hash', 'member_id'])
      .where('prefix', '=', prefix)
      .where('workspace_id', '=', workspace.id)
      .where('revoked_at', 'is', null)
      .execute();
    if (found.length === 0) throw new Refusal('not_found', `No active token begins with ${prefix}.`);
    const revoked_at = context.clock();
    for (const { token_hash, member_id: id } of found) {
      await writes
        .updateTable('member_tokens')
        .set({ revoked_at })
        .where('token_hash', '=', token_hash)
        .execute();
      const before = { token: prefix };
      await recordAct(context, writes, member, 'member.token_revoked', subjectOf({ id }), before, null);
    }
    await requireContractAdminLeft(writes, workspace.id);
  });
}
