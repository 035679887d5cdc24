// What the link of a mail opens: an invitation is shown, claimed with a password, and takes effect when a second person,
// who did not see the link, confirms it with the check number; a reset replaces the password.

import { isBeingFounded } from '../accounts/founding.ts';
import { actingMember, type Member } from '../accounts/members.ts';
import {
  CLAIM_WAITS_MS,
  type Confirmation,
  confirmWithCheck,
  hashCheck,
  newCheckNumber,
  personOf,
  redeemCode,
  requireUsableCode,
  type SignInRow,
  subjectOf,
} from '../accounts/one-time-codes.ts';
import { type Actor, actingStaff, SERVICE } from '../context/actor.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import { instantText } from '../context/times.ts';
import { provedRow, provedRows, wholeTable } from '../store/records/proved.ts';
import type { Queries, Writes } from '../store/store.ts';
import { isOpen, requireOpenInvitation, writeInvitation } from './invitations.ts';
import { hashPassword, type PasswordCost, requireGoodPassword } from './passwords.ts';
import { peopleOf } from './people.ts';
import { activateLink } from './provider-links.ts';
import { isAskedForMore, linkUser, userByEmail, writePassword } from './users.ts';

const INVITATIONS = ['invitation', 'recovery'] as const;
const MINUTE = 60 * 1000;
/** A second request within this time sends nothing, so that nobody's mailbox is filled. */
const NOT_AGAIN_MS = 5 * MINUTE;

/** What the holder of an invitation's link is shown before claiming it. */
export interface ShownInvitation {
  name: string;
  email: string;
  /** Null for a member of staff. */
  workspace: string | null;
  expires_at: string;
  /** Whether the claim replaces all credentials of the person. */
  is_recovery: boolean;
  /** Whether a password is chosen; a user who exists keeps theirs. */
  needs_password: boolean;
  /** Whether the claim takes effect without a confirmation. */
  is_confirmed_at_once: boolean;
  /** The Contract Admins of whom one confirms the claim; empty if a member of staff does. */
  confirmed_by: string[];
}

export async function showInvitation(context: Context, code: string): Promise<ShownInvitation> {
  const { db } = context.store;
  const row = await requireUsableCode(context, db, INVITATIONS, code);
  const isRecovery = row.kind === 'recovery';
  const user = await userByEmail(db, row.email);
  return {
    ...(await invitedPerson(db, row)),
    email: row.email,
    expires_at: instantText(row.expires_at),
    is_recovery: isRecovery,
    needs_password: isRecovery || user === undefined,
    is_confirmed_at_once: row.staff_id !== null && (await isBeingFounded(db)),
    confirmed_by: await confirmers(db, row),
  };
}

/** A link of somebody who has left opens nothing, even if it was not ended then. */
async function invitedPerson(
  db: Queries | Writes,
  { staff_id, member_id }: SignInRow,
): Promise<{ name: string; workspace: string | null }> {
  const staff = db.selectFrom('staff').select('name').where('id', '=', staff_id);
  const members = db
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .select(['members.name', 'workspaces.name as workspace'])
    .where('members.id', '=', member_id);
  const person =
    (await staff.where('retired_at', 'is', null).executeTakeFirst()) ??
    (await members.where('removed_at', 'is', null).executeTakeFirst());
  if (person !== undefined) return { workspace: null, ...person };
  throw new Refusal('invalid_token', 'The person whom this link was for has left, so it cannot be used.');
}

/** Whom a member invited, a Contract Admin confirms; whom an operator invited, a member of staff. */
async function confirmers(db: Queries, { member_id, invited_by }: SignInRow): Promise<string[]> {
  const inviter = await db
    .selectFrom('members')
    .select('workspace_id')
    .where('id', '=', invited_by)
    .executeTakeFirst();
  if (inviter === undefined) return [];
  const admins = await db
    .selectFrom('members')
    .select('name')
    .where('workspace_id', '=', inviter.workspace_id)
    .where('role', '=', 'contract_admin')
    .where('removed_at', 'is', null)
    .where('id', '<>', member_id)
    .orderBy('name')
    .execute();
  return admins.map(({ name }) => name);
}

export interface ClaimedSignIn {
  email: string;
  /** The number to tell the person who confirms the claim; null if no confirmation is needed. */
  check: string | null;
  active: boolean;
}

/**
 * `password` is null for a person who signs in with the OIDC provider, or who has a user already. While the store is
 * being founded, the claim of a member of staff takes effect at once.
 */
export async function claimSignIn(
  context: Context,
  { code, password }: { code: string; password: string | null },
  cost?: PasswordCost,
): Promise<ClaimedSignIn> {
  const { email } = await requireUsableCode(context, context.store.db, INVITATIONS, code);
  if (password !== null) requireGoodPassword(password, email);
  return claimWithHash(context, code, password === null ? null : await hashPassword(password, cost));
}

/** With the hash of a password that has been checked; null without one. */
export function claimWithHash(context: Context, code: string, hash: string | null): Promise<ClaimedSignIn> {
  const check = newCheckNumber();
  return context.store.transaction(async (writes) => {
    const row = await redeemCode(context, writes, INVITATIONS, code);
    await invitedPerson(writes, row);
    const { id, email } = row;
    const active = row.staff_id !== null && (await isBeingFounded(writes));
    const claim = { password: hash, check_hash: hashCheck(id, check) };
    await writes.updateTable('sign_in_invitations').set(claim).where('id', '=', id).execute();
    const person = { id: row.staff_id ?? row.member_id! };
    await recordAct(context, writes, person, 'sign_in.claimed', subjectOf(personOf(row)), null, {
      email,
      active,
    });
    if (active) await activate(context, writes, { ...row, ...claim }, null);
    return { email, check: active ? null : check, active };
  });
}

/** A Contract Admin confirms a claim in their workspace. */
export function confirmMemberClaim(
  context: Context,
  member: Member,
  { person, check }: { person: string; check: string },
): Promise<void> {
  return confirming(context, check, async (writes) => {
    const { workspace, ...confirmer } = await actingMember(writes, member, 'members.confirm');
    const rows = await provedRows(writes, 'sign_in_invitations', () =>
      writes
        .selectFrom('sign_in_invitations as i')
        .innerJoin('members', 'members.id', 'i.member_id')
        .selectAll('i')
        .where('workspace_id', '=', workspace.id)
        .where(({ eb, or }) => or([eb('members.id', '=', person), eb('members.name', '=', person)]))
        .execute(),
    );
    const row = rows.find((one) => isOpen(one, context.clock()));
    if (row === undefined) throw new Refusal('not_found', `"${person}" has no open invitation.`);
    const inviter = await provedRow(writes, 'members', () =>
      writes.selectFrom('members').selectAll().where('id', '=', row.invited_by).executeTakeFirst(),
    );
    // An operator invited this person: an administrator who lost everything must not be let in by a thief of theirs.
    if (inviter === undefined)
      throw new Refusal('conflict', 'An operator began this, so another member of staff must confirm it.');
    if (row.member_id === confirmer.id)
      throw new Refusal('conflict', 'Somebody else must confirm your own claim.');
    return { row, confirmer };
  });
}

/** A member of staff confirms the claim of a colleague, or of a member whom an operator invited. */
export function confirmSignIn(
  context: Context,
  given: Actor,
  { invitation, check }: { invitation: string; check: string },
): Promise<void> {
  return confirming(context, check, async (writes) => {
    const actor = await actingStaff(writes, given, 'sign_ins.confirm');
    const row = await requireOpenInvitation(context, writes, invitation);
    if (row.shown_to === actor.id || row.invited_by === actor.id)
      throw new Refusal(
        'conflict',
        'You invited this person or saw the link, so somebody else must confirm the claim.',
      );
    if (row.staff_id === actor.id)
      throw new Refusal('conflict', 'Somebody else must confirm your own claim.');
    const inviter = await writes
      .selectFrom('staff')
      .select(['id', 'name'])
      .where('id', '=', row.invited_by)
      .executeTakeFirst();
    // The person began it.
    if (row.invited_by === SERVICE.id) return { row, confirmer: actor };
    if (inviter === undefined)
      throw new Refusal('conflict', 'A contract_admin invited this person, and confirms the claim.');
    await actingStaff(writes, inviter, 'sign_ins.invite_staff');
    return { row, confirmer: actor };
  });
}

function confirming(
  context: Context,
  check: string,
  find: (writes: Writes) => Promise<Omit<Confirmation<SignInRow>, 'name'>>,
): Promise<void> {
  return confirmWithCheck(
    context,
    check,
    async (writes) => {
      const found = await find(writes);
      return { ...found, name: (await invitedPerson(writes, found.row)).name };
    },
    (writes, { row, confirmer }) => activate(context, writes, row, confirmer),
  );
}

async function activate(
  context: Context,
  writes: Writes,
  row: SignInRow,
  confirmer: { id: string } | null,
): Promise<void> {
  if (row.kind === 'reset') {
    await requireMoreThanMail(writes, row.email);
    await setPassword(context, writes, row, row.password!);
  } else if (row.kind === 'link') await activateLink(context, writes, row, confirmer!);
  else await linkUser(context, writes, row);
  await writes
    .updateTable('sign_in_invitations')
    // The hash now belongs to the user.
    .set({ confirmed_at: context.clock(), confirmed_by: confirmer?.id ?? null, password: null })
    .where('id', '=', row.id)
    .execute();
  const by = confirmer ?? { id: row.staff_id! };
  const after = { email: row.email, kind: row.kind, invited_by: row.invited_by };
  await recordAct(context, writes, by, 'sign_in.confirmed', subjectOf(personOf(row)), null, {
    ...after,
    ...(confirmer === null ? { founding: true } : {}),
  });
}

export interface RequestedReset {
  /** The id of the invitation. */
  id: string;
  email: string;
  /** null for a member of staff whose password a mail alone would replace: they are invited again instead. */
  code: string | null;
}

/** null if nobody who may act has this address. Callers must not be able to tell the difference. */
export function requestReset(context: Context, email: string): Promise<RequestedReset | null> {
  return context.store.transaction(async (writes) => {
    const user = await userByEmail(writes, email.trim());
    const [person] = user === undefined ? [] : await peopleOf(writes, user.id);
    if (user === undefined || person === undefined) return null;
    const invited = person.kind === 'staff' ? { staff_id: person.actor.id } : { member_id: person.member.id };
    const [column, id] = Object.entries(invited)[0]! as ['staff_id' | 'member_id', string];
    const open = await writes
      .selectFrom('sign_in_invitations')
      .selectAll()
      .where(column, '=', id)
      .where('ended_at', 'is', null)
      .where('confirmed_at', 'is', null)
      .execute();
    // What waits for somebody must not be ended by anyone who knows the address.
    const now = context.clock();
    const isBusy = open.some((row) => isOpen(row, now) || row.invited_at > now - NOT_AGAIN_MS);
    if (isBusy) return null;
    const isOffered =
      person.kind === 'member' || (await isAskedForMore(writes, user)) || (await isBeingFounded(writes));
    // Also without a link, so that it is not mailed again at once.
    const { id: invitation, code } = await writeInvitation(context, writes, invited, {
      kind: 'reset',
      email: user.email,
      invitedBy: SERVICE.id,
    });
    return { id: invitation, email: user.email, code: isOffered ? code : null };
  });
}

/** What a reset came to. */
export interface PasswordReset {
  /** The number to tell the second person who confirms it; null if the password is set. */
  check: string | null;
}

/**
 * Sets the password and ends all sessions of the user. A second factor is still asked for. For a member of staff it waits
 * for a second person, unless a passkey has shown who they are: a mail shows only who reads it. That person may be the one
 * who read it, so a member of staff needs a passkey or a second factor. `provenUser` is the user who has just signed in
 * with a passkey.
 */
export async function resetPassword(
  context: Context,
  { code, password, provenUser = null }: { code: string; password: string; provenUser?: string | null },
  cost?: PasswordCost,
): Promise<PasswordReset> {
  const { email } = await requireUsableCode(context, context.store.db, ['reset'], code);
  requireGoodPassword(password, email);
  const hash = await hashPassword(password, cost);
  return context.store.transaction(async (writes) => {
    const row = await redeemCode(context, writes, ['reset'], code);
    const user = await userByEmail(writes, email);
    await requireWholeStaff(writes);
    const people = user === undefined ? [] : await peopleOf(writes, user.id);
    const isStaff = people.some(({ kind }) => kind === 'staff');
    // A link for a member must not set the password of somebody who joined the staff since.
    if (user === undefined || people.length === 0 || isStaff !== (row.staff_id !== null))
      throw new Refusal('invalid_token', 'This link is not valid. Ask for a new one.');
    if (isStaff && provenUser !== user.id && !(await isBeingFounded(writes))) {
      await requireMoreThanMail(writes, email);
      return awaitSecondPerson(context, writes, row, hash);
    }
    await setPassword(context, writes, row, hash);
    await writes
      .updateTable('sign_in_invitations')
      .set({ confirmed_at: context.clock() })
      .where('id', '=', row.id)
      .execute();
    return { check: null };
  });
}

/** A colleague who was hidden in the database must not pass for a member alone. */
async function requireWholeStaff(writes: Writes): Promise<void> {
  await wholeTable(writes, 'staff', () => writes.selectFrom('staff').selectAll().execute());
  await wholeTable(writes, 'user_staff', () => writes.selectFrom('user_staff').selectAll().execute());
}

/** Otherwise whoever reads the mails of a colleague could choose their password, and confirm it. */
async function requireMoreThanMail(writes: Writes, email: string): Promise<void> {
  const user = await userByEmail(writes, email);
  if (user !== undefined && (await isAskedForMore(writes, user))) return;
  throw new Refusal(
    'conflict',
    'A link in a mail sets the password of a member of staff only if a passkey or an authenticator app is asked for too. ' +
      'This person has neither: an operator or chief risk officer invites them again, and somebody else confirms.',
  );
}

/** Until then everything stays as it is, also the sessions of the person. */
async function awaitSecondPerson(
  context: Context,
  writes: Writes,
  row: SignInRow,
  password: string,
): Promise<PasswordReset> {
  const check = newCheckNumber();
  const expires_at = context.clock() + CLAIM_WAITS_MS;
  await writes
    .updateTable('sign_in_invitations')
    .set({ password, check_hash: hashCheck(row.id, check), expires_at })
    .where('id', '=', row.id)
    .execute();
  const after = { email: row.email };
  const person = { id: row.staff_id! };
  await recordAct(context, writes, person, 'sign_in.reset_requested', subjectOf(personOf(row)), null, after);
  return { check };
}

async function setPassword(context: Context, writes: Writes, row: SignInRow, hash: string): Promise<void> {
  const user = await userByEmail(writes, row.email);
  if (user === undefined) throw new Refusal('conflict', 'The person has another address now.');
  await writePassword(context, writes, user.id, hash);
  await writes.deleteFrom('user_sessions').where('user_id', '=', user.id).execute();
  const person = { id: row.staff_id ?? row.member_id! };
  const after = { email: row.email };
  await recordAct(context, writes, person, 'sign_in.password_reset', subjectOf(personOf(row)), null, after);
}
