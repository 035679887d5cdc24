// Invites people to sign in with an email address, and lists whom the service waits for. The link is mailed; without mail,
// an operator can have it shown, who then cannot confirm the claim.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { claimedAt } from '../accounts/claim.ts';
import { memberNamed } from '../accounts/member-list.ts';
import { actingMember, type Member, type NewMember, writeMemberRow } from '../accounts/members.ts';
import {
  type Invited,
  type IssuedCode,
  issueCode,
  personOf,
  type SignInRow,
  showCode,
  subjectOf,
} from '../accounts/one-time-codes.ts';
import { approvalNote, type People } from '../accounts/requests.ts';
import { staffNamed } from '../accounts/staff.ts';
import { requireWorkspace } from '../accounts/workspaces.ts';
import { type Actor, actingStaff } from '../context/actor.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { timeOrder } from '../context/paging.ts';
import { Refusal } from '../context/refusal.ts';
import { provedRow, wholeTable } from '../store/records/proved.ts';
import type { Queries, Writes } from '../store/store.ts';

const LONGEST_EMAIL = 254;

export interface SignInInvitation extends IssuedCode {
  /** The id of the invitation. */
  id: string;
  kind: SignInRow['kind'];
  /** The id of the person who is invited. */
  person: string;
  email: string;
}

export function readEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (
    email.length <= LONGEST_EMAIL &&
    /^[^\s@<>()",;:\\]+@[^\s@<>()",;:\\]+\.[a-z0-9-]{2,}$|^[^\s@]+@localhost$/.test(email)
  )
    return email;
  throw new Refusal('validation_failed', `"${text.slice(0, 100)}" is not an email address.`);
}

/** Ends earlier invitations of the person. */
export async function writeInvitation(
  context: Context,
  writes: Writes,
  invited: Invited,
  { kind, email, invitedBy }: { kind: SignInRow['kind']; email: string; invitedBy: string },
): Promise<SignInInvitation> {
  const id = context.newId();
  const columns = { id, kind, email, invited_by: invitedBy, invited_at: context.clock(), wrong_checks: 0 };
  const issued = await issueCode(context, writes, kind, invited, columns);
  return { id, kind, person: 'staff_id' in invited ? invited.staff_id : invited.member_id, email, ...issued };
}

/** Invites, and leaves the audit record. */
async function invite(
  context: Context,
  writes: Writes,
  by: { id: string },
  invited: Invited,
  {
    kind,
    email,
    after,
    action = 'sign_in.invited',
  }: {
    kind: 'invitation' | 'recovery';
    email: string;
    after: Record<string, unknown>;
    action?: 'sign_in.invited' | 'sign_in.recovery_begun';
  },
): Promise<SignInInvitation> {
  const invitation = await writeInvitation(context, writes, invited, { kind, email, invitedBy: by.id });
  await recordAct(context, writes, by, action, subjectOf(invited), null, after);
  return invitation;
}

/** A Contract Admin adds a member, who signs in once the claim is confirmed. */
export function inviteMember(
  context: Context,
  member: Member,
  { email: given, ...added }: NewMember & { email: string },
): Promise<SignInInvitation> {
  const email = readEmail(given);
  return context.store.transaction(async (writes) => {
    const acting = await actingMember(writes, member, 'members.invite');
    const workspace = acting.workspace.id;
    const member_id = await writeMemberRow(context, writes, workspace, added);
    const after = { workspace, name: added.name.trim(), role: added.role, email };
    return invite(context, writes, acting, { member_id }, { kind: 'invitation', email, after });
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
    const acting = await actingMember(writes, member, 'members.invite_again');
    const workspace = acting.workspace.id;
    const { id: member_id, name } = await memberNamed(writes, workspace, person);
    const kind = (await isRecoverable(writes, member_id, email)) ? 'recovery' : 'invitation';
    const after = { workspace, name, email, kind };
    return invite(context, writes, acting, { member_id }, { kind, email, after });
  });
}

/** An operator invites the first Contract Admin of a workspace that nobody has claimed yet. */
export function inviteFirstAdmin(
  context: Context,
  given: Actor,
  { workspace: idOrName, name: typed, email: address }: { workspace: string; name: string; email: string },
): Promise<SignInInvitation> {
  const email = readEmail(address);
  const name = typed.trim();
  return context.store.transaction(async (writes) => {
    const actor = await actingStaff(writes, given, 'sign_ins.invite_admin');
    const workspace = await requireWorkspace(writes, idOrName);
    if ((await claimedAt(writes, workspace.id)) !== null)
      throw new Refusal(
        'conflict',
        `${workspace.name} has already been claimed. Its contract_admin can invite people.`,
      );
    const again = await writes
      .selectFrom('members')
      .select('id')
      .where('workspace_id', '=', workspace.id)
      .where('name', '=', name)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    const added: NewMember = { name, role: 'contract_admin' };
    const member_id = again?.id ?? (await writeMemberRow(context, writes, workspace.id, added));
    const after = { workspace: workspace.id, ...added, email };
    return invite(context, writes, actor, { member_id }, { kind: 'invitation', email, after });
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
    const { id: staff_id, name, sign_in } = await staffNamed(writes, person);
    const kind = sign_in === null ? 'invitation' : 'recovery';
    return invite(context, writes, actor, { staff_id }, { kind, email, after: { name, email, kind } });
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
  const after = { workspace: workspace.id, name, email, ...approvalNote(people) };
  const action = 'sign_in.recovery_begun';
  return invite(context, writes, people.requester, { member_id }, { kind: 'recovery', email, after, action });
}

/** Shows the link to an operator, with a new code, where no mail was sent. A person who has seen it cannot confirm the claim. */
export function showLink(
  context: Context,
  given: Actor,
  invitationId: string,
): Promise<IssuedCode & { email: string }> {
  return context.store.transaction(async (writes) => {
    const actor = await actingStaff(writes, given, 'sign_ins.show_link');
    const row = await requireOpenInvitation(context, writes, invitationId);
    if (row.claimed_at !== null) throw new Refusal('conflict', 'This invitation has already been claimed.');
    // A second viewer would be a second person who cannot confirm, and the first one's link stops working.
    if (row.shown_to !== null && row.shown_to !== actor.id)
      throw new Refusal(
        'conflict',
        'Somebody else has seen the link of this invitation. Invite the person again.',
      );
    const { email, expires_at } = row;
    const code = await showCode(writes, row, actor.id);
    await recordAct(context, writes, actor, 'sign_in.link_shown', subjectOf(personOf(row)), null, { email });
    return { code, email, expires_at };
  });
}

/**
 * Whether an invitation waits for its claim or for the confirmation of its claim. A reset or a link waits only for the
 * latter, and not for ever: its person can begin it again at any time.
 */
export function isOpen(
  { kind, ended_at, confirmed_at, claimed_at, expires_at }: SignInRow,
  now: number,
): boolean {
  if (ended_at !== null || confirmed_at !== null) return false;
  if (kind === 'reset' || kind === 'link') return claimed_at !== null && expires_at > now;
  return claimed_at !== null || expires_at > now;
}

export async function requireOpenInvitation(
  { clock }: Context,
  db: Queries | Writes,
  id: string,
): Promise<SignInRow> {
  const row = await provedRow(db, 'sign_in_invitations', () =>
    db.selectFrom('sign_in_invitations').selectAll().where('id', '=', id).executeTakeFirst(),
  );
  if (row !== undefined && isOpen(row, clock())) return row;
  throw new Refusal('not_found', 'There is no open invitation with this id.');
}

type OpenInvitation = DomainAnswerOf<'sign_ins.list'>['data'][number];

export const INVITATION_ORDER = timeOrder<OpenInvitation>(
  'sign_ins',
  'oldest',
  ['invited_at', 'id'],
  ({ invited_at, id }) => [invited_at, id],
);

/** Invitations that nobody has claimed yet, or whose claim nobody has confirmed; oldest first. */
export async function listInvitations({ store: { db }, clock }: Context): Promise<OpenInvitation[]> {
  const rows = await db
    .selectFrom('sign_in_invitations as i')
    .leftJoin('staff', 'staff.id', 'i.staff_id')
    .leftJoin('members', 'members.id', 'i.member_id')
    .leftJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .selectAll('i')
    .select(['staff.name as staff_name', 'members.name as member_name', 'workspaces.name as workspace'])
    .where('i.confirmed_at', 'is', null)
    .where('i.ended_at', 'is', null)
    .orderBy('invited_at')
    .orderBy('i.id')
    .execute();
  return rows
    .filter((row) => isOpen(row, clock()))
    .map((row) => ({
      id: row.id,
      kind: row.kind,
      name: row.staff_name ?? row.member_name!,
      workspace: row.workspace,
      email: row.email,
      invited_at: row.invited_at,
      expires_at: row.expires_at,
      claimed_at: row.claimed_at,
      shown_to: row.shown_to,
      account: row.account_id,
    }));
}

/** How a member signs in, for the list of members. */
type MemberSignIn = Pick<DomainAnswerOf<'members.list'>['data'][number], 'email' | 'sessions' | 'invitation'>;

export async function withSignIns<Member extends { id: string }>(
  { store: { db }, clock }: Context,
  members: readonly Member[],
): Promise<(Member & MemberSignIn)[]> {
  if (members.length === 0) return [];
  const now = clock();
  const ids = members.map(({ id }) => id);
  const users = await db
    .selectFrom('user_members')
    .innerJoin('users', 'users.id', 'user_members.user_id')
    .select(['member_id', 'email'])
    .where('member_id', 'in', ids)
    .execute();
  const sessions = await db
    .selectFrom('user_sessions')
    .select('acting_as')
    .where('expires_at', '>', now)
    .where(
      'acting_as',
      'in',
      ids.map((id) => `members/${id}`),
    )
    .execute();
  const invitations = await openInvitations(db, ids, now);
  return members.map((member) => ({
    ...member,
    email: users.find(({ member_id }) => member_id === member.id)?.email ?? null,
    sessions: sessions.filter(({ acting_as }) => acting_as === `members/${member.id}`).length,
    invitation: invitations.get(member.id) ?? null,
  }));
}

async function openInvitations(
  db: Queries,
  ids: readonly string[],
  now: number,
): Promise<Map<string, NonNullable<MemberSignIn['invitation']>>> {
  const rows = await db
    .selectFrom('sign_in_invitations as i')
    .leftJoin('members as inviter', 'inviter.id', 'i.invited_by')
    .selectAll('i')
    .select('inviter.id as inviter')
    .where('member_id', 'in', ids)
    .execute();
  const open = rows.filter((row) => isOpen(row, now));
  return new Map(
    open.map(({ member_id, email, invited_at, expires_at, claimed_at, inviter }) => [
      member_id!,
      { email, invited_at, expires_at, claimed_at, is_confirmed_here: inviter !== null },
    ]),
  );
}

/**
 * Whether the member signs in already. A Contract Admin who invites such a member again also confirms the claim, so they
 * must not be able to choose another address, or to take over a user who is somebody else too.
 */
async function isRecoverable(writes: Writes, memberId: string, email: string): Promise<boolean> {
  // All of them: whoever hid a link could take over the other person.
  const members = await wholeTable(writes, 'user_members', () =>
    writes.selectFrom('user_members').selectAll().execute(),
  );
  const staff = await wholeTable(writes, 'user_staff', () =>
    writes.selectFrom('user_staff').selectAll().execute(),
  );
  const own = members.find(({ member_id }) => member_id === memberId);
  if (own === undefined) return false;
  const user = await provedRow(writes, 'users', () =>
    writes.selectFrom('users').selectAll().where('id', '=', own.user_id).executeTakeFirst(),
  );
  const people = [...members, ...staff].filter(({ user_id }) => user_id === own.user_id);
  if (user?.email === email && people.length === 1) return true;
  throw new Refusal(
    'conflict',
    'This person signs in already, with another address or also elsewhere. Ask the operator of the service to let them ' +
      'back in.',
  );
}
