// Invites people to sign in with an email address. The link is mailed; without mail, an operator can have it shown, who
// then cannot confirm the claim.

import { claimedAt } from '../accounts/claim-codes.ts';
import { memberNamed } from '../accounts/member-list.ts';
import { actingMember, type Member, type NewMember, writeMemberRow } from '../accounts/members.ts';
import { approvalNote, type People } from '../accounts/requests.ts';
import { staffNamed } from '../accounts/staff.ts';
import { requireWorkspace } from '../accounts/workspaces.ts';
import { type Actor, actingStaff } from '../context/actor.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { timeOrder } from '../context/paging.ts';
import { Refusal } from '../context/refusal.ts';
import { createToken } from '../secrets/tokens.ts';
import type { Queries, Writes } from '../store/store.ts';
import {
  type InvitationRow,
  isOpen,
  readEmail,
  type SignInInvitation,
  subjectOf,
  writeInvitation,
} from './invitation-rows.ts';

/** A Contract Admin adds a member, who signs in once the claim is confirmed. */
export function inviteMember(
  context: Context,
  member: Member,
  { email: given, ...added }: NewMember & { email: string },
): Promise<SignInInvitation> {
  const email = readEmail(given);
  return context.store.transaction(async (writes) => {
    const { id: invitedBy, workspace } = await actingMember(writes, member, 'members.invite');
    const member_id = await writeMemberRow(context, writes, workspace.id, added);
    const invited = await writeInvitation(
      context,
      writes,
      { member_id },
      { kind: 'invitation', email, invitedBy },
    );
    const { name, role } = added;
    const after = { workspace: workspace.id, name: name.trim(), role, email };
    await recordAct(context, writes, member, 'sign_in.invited', `members/${member_id}`, null, after);
    return invited;
  });
}

/** For a lost link, a member who only had a token, or one who lost their password and every other way to sign in. */
export function inviteMemberAgain(
  context: Context,
  member: Member,
  { person, email: given }: { person: string; email: string },
): Promise<SignInInvitation> {
  const email = readEmail(given);
  return context.store.transaction(async (writes) => {
    const { id: invitedBy, workspace } = await actingMember(writes, member, 'members.invite_again');
    const { id: member_id, name } = await memberNamed(writes, workspace.id, person);
    const kind = (await isRecoverable(writes, member_id, email)) ? 'recovery' : 'invitation';
    const invited = await writeInvitation(context, writes, { member_id }, { kind, email, invitedBy });
    const after = { workspace: workspace.id, name, email, kind };
    await recordAct(context, writes, member, 'sign_in.invited', `members/${member_id}`, null, after);
    return invited;
  });
}

/** An operator invites the first Contract Admin of a workspace that nobody has claimed yet. */
export function inviteFirstAdmin(
  context: Context,
  given: Actor,
  { workspace: idOrName, name, email: address }: { workspace: string; name: string; email: string },
): Promise<SignInInvitation> {
  const email = readEmail(address);
  return context.store.transaction(async (writes) => {
    const actor = await actingStaff(writes, given, 'sign_ins.invite_admin');
    const workspace = await requireWorkspace(writes, idOrName);
    if ((await claimedAt(writes, workspace.id)) !== null)
      throw new Refusal(
        'conflict',
        `${workspace.name} has already been claimed. Its contract_admin can invite people.`,
      );
    const added: NewMember = { name, role: 'contract_admin' };
    const again = await writes
      .selectFrom('members')
      .select('id')
      .where('workspace_id', '=', workspace.id)
      .where('name', '=', name.trim())
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    const member_id = again?.id ?? (await writeMemberRow(context, writes, workspace.id, added));
    const wanted = { kind: 'invitation', email, invitedBy: actor.id } as const;
    const invited = await writeInvitation(context, writes, { member_id }, wanted);
    const after = { workspace: workspace.id, name: name.trim(), role: added.role, email };
    await recordAct(context, writes, actor, 'sign_in.invited', `members/${member_id}`, null, after);
    return invited;
  });
}

/** Invites a member of staff. For somebody who signs in already, the claim replaces all their credentials. */
export function inviteStaffToSignIn(
  context: Context,
  given: Actor,
  { person, email: address }: { person: string; email: string },
): Promise<SignInInvitation> {
  const email = readEmail(address);
  return context.store.transaction(async (writes) => {
    const actor = await actingStaff(writes, given, 'sign_ins.invite_staff');
    const { id: staff_id, name } = await staffNamed(writes, person);
    const kind = (await isLinked(writes, { staff_id })) ? 'recovery' : 'invitation';
    const invited = await writeInvitation(
      context,
      writes,
      { staff_id },
      { kind, email, invitedBy: actor.id },
    );
    await recordAct(context, writes, actor, 'sign_in.invited', `staff/${staff_id}`, null, {
      name,
      email,
      kind,
    });
    return invited;
  });
}

/** Lets a member back in who lost everything, after two members of staff agreed. The claim needs a confirmation too. */
export async function beginRecovery(
  context: Context,
  writes: Writes,
  people: People,
  { workspace: idOrName, person, email: address }: { workspace: string; person: string; email: string },
): Promise<SignInInvitation> {
  const email = readEmail(address);
  const workspace = await requireWorkspace(writes, idOrName);
  const { id: member_id, name } = await memberNamed(writes, workspace.id, person);
  const wanted = { kind: 'recovery', email, invitedBy: people.requester.id } as const;
  const invited = await writeInvitation(context, writes, { member_id }, wanted);
  const after = { workspace: workspace.id, name, email, ...approvalNote(people) };
  await recordAct(
    context,
    writes,
    people.requester,
    'sign_in.recovery_begun',
    `members/${member_id}`,
    null,
    after,
  );
  return invited;
}

/** Shows the link to an operator, with a new code, where no mail was sent. A person who has seen it cannot confirm the claim. */
export function showLink(context: Context, given: Actor, invitationId: string): Promise<SignInInvitation> {
  return context.store.transaction(async (writes) => {
    const actor = await actingStaff(writes, given, 'sign_ins.show_link');
    const row = await requireOpenInvitation(context, writes, invitationId);
    if (row.claimed_at !== null) throw new Refusal('conflict', 'This invitation has already been claimed.');
    // A second viewer would be a second person who cannot confirm, and the first one's link stops working.
    const { token: code, hash: code_hash } = createToken('rf_signin_');
    if (row.shown_to !== null && row.shown_to !== actor.id)
      throw new Refusal(
        'conflict',
        'Somebody else has seen the link of this invitation. Invite the person again.',
      );
    await writes
      .updateTable('sign_in_invitations')
      .set({ code_hash, shown_to: actor.id })
      .where('id', '=', row.id)
      .execute();
    await recordAct(context, writes, actor, 'sign_in.link_shown', subjectOf(row), null, { email: row.email });
    const person = row.staff_id ?? row.member_id!;
    return { id: row.id, person, email: row.email, code, expires_at: row.expires_at };
  });
}

export async function requireOpenInvitation(
  context: Context,
  db: Queries | Writes,
  id: string,
): Promise<InvitationRow> {
  const row = await db.selectFrom('sign_in_invitations').selectAll().where('id', '=', id).executeTakeFirst();
  if (row !== undefined && row.kind !== 'reset' && isOpen(row, context.clock())) return row;
  throw new Refusal('not_found', 'There is no open invitation with this id.');
}

export interface OpenSignInInvitation {
  id: string;
  kind: 'invitation' | 'recovery';
  name: string;
  workspace: string | null;
  email: string;
  invited_at: number;
  expires_at: number;
  claimed_at: number | null;
  shown_to: string | null;
}

export const INVITATION_ORDER = timeOrder<OpenSignInInvitation>(
  'sign_ins',
  'oldest',
  ['invited_at', 'id'],
  ({ invited_at, id }) => [invited_at, id],
);

/** Invitations that nobody has claimed yet, or whose claim nobody has confirmed; oldest first. */
export async function listInvitations({ store: { db }, clock }: Context): Promise<OpenSignInInvitation[]> {
  const rows = await db
    .selectFrom('sign_in_invitations as i')
    .leftJoin('staff', 'staff.id', 'i.staff_id')
    .leftJoin('members', 'members.id', 'i.member_id')
    .leftJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .selectAll('i')
    .select(['staff.name as staff_name', 'members.name as member_name', 'workspaces.name as workspace'])
    .where('i.kind', '<>', 'reset')
    .orderBy('invited_at')
    .orderBy('i.id')
    .execute();
  return rows
    .filter((row) => isOpen(row, clock()))
    .map((row) => ({
      id: row.id,
      kind: row.kind as 'invitation' | 'recovery',
      name: row.staff_name ?? row.member_name!,
      workspace: row.workspace,
      email: row.email,
      invited_at: row.invited_at,
      expires_at: row.expires_at,
      claimed_at: row.claimed_at,
      shown_to: row.shown_to,
    }));
}

async function isLinked(writes: Writes, { staff_id }: { staff_id: string }): Promise<boolean> {
  const found = await writes
    .selectFrom('user_staff')
    .select('user_id')
    .where('staff_id', '=', staff_id)
    .execute();
  return found.length > 0;
}

/**
 * Whether the member signs in already. A Contract Admin who invites such a member again also confirms the claim, so they
 * must not be able to choose another address, or to take over a user who is somebody else too.
 */
async function isRecoverable(writes: Writes, memberId: string, email: string): Promise<boolean> {
  const user = await writes
    .selectFrom('user_members')
    .innerJoin('users', 'users.id', 'user_members.user_id')
    .select(['users.id', 'users.email'])
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (user === undefined) return false;
  const members = await writes
    .selectFrom('user_members')
    .select('member_id')
    .where('user_id', '=', user.id)
    .execute();
  const staff = await writes
    .selectFrom('user_staff')
    .select('staff_id')
    .where('user_id', '=', user.id)
    .execute();
  if (user.email === email && members.length + staff.length === 1) return true;
  throw new Refusal(
    'conflict',
    'This person signs in already, with another address or also elsewhere. Ask the operator of the service to let them ' +
      'back in.',
  );
}
