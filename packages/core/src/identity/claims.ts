// Claims of invitations to sign in. A claim chooses a password and shows a check number; it takes effect when a second
// person, who did not see the link, confirms it with that number.

import { isBeingFounded } from '../accounts/founding.ts';
import { actingMember, type Member } from '../accounts/members.ts';
import { type Actor, actingStaff } from '../context/actor.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import type { Writes } from '../store/store.ts';
import {
  hashCheck,
  type InvitationRow,
  isOpen,
  newCheckNumber,
  requireUsableCode,
  subjectOf,
} from './invitation-rows.ts';
import { requireOpenInvitation } from './invitations.ts';
import { hashPassword, type PasswordCost, requireGoodPassword } from './passwords.ts';
import { linkUser } from './users.ts';

const MOST_WRONG_CHECKS = 5;

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
  const found = await requireUsableCode(context, context.store.db, code);
  if (found.kind === 'reset') throw new Refusal('invalid_token', 'This link is for a new password.');
  if (password !== null) requireGoodPassword(password, found.email);
  return claimWithHash(context, code, password === null ? null : await hashPassword(password, cost));
}

/** With the hash of a password that has been checked; null without one. */
export function claimWithHash(context: Context, code: string, hash: string | null): Promise<ClaimedSignIn> {
  const check = newCheckNumber();
  return context.store.transaction(async (writes) => {
    const row = await requireUsableCode(context, writes, code);
    const active = row.staff_id !== null && (await isBeingFounded(writes));
    const claimed = { claimed_at: context.clock(), password: hash, check_hash: hashCheck(row.id, check) };
    await writes.updateTable('sign_in_invitations').set(claimed).where('id', '=', row.id).execute();
    const after = { email: row.email, active };
    const person = { id: row.staff_id ?? row.member_id! };
    await recordAct(context, writes, person, 'sign_in.claimed', subjectOf(row), null, after);
    if (active) await activate(context, writes, { ...row, ...claimed }, null);
    return { email: row.email, check: active ? null : check, active };
  });
}

/** A Contract Admin confirms a claim in their workspace. */
export function confirmMemberClaim(
  context: Context,
  member: Member,
  { person, check }: { person: string; check: string },
): Promise<void> {
  return confirming(
    context,
    async (writes) => {
      const { workspace, ...acting } = await actingMember(writes, member, 'members.confirm');
      const rows = await writes
        .selectFrom('sign_in_invitations as i')
        .innerJoin('members', 'members.id', 'i.member_id')
        .selectAll('i')
        .where('workspace_id', '=', workspace.id)
        .where(({ eb, or }) => or([eb('members.id', '=', person), eb('members.name', '=', person)]))
        .where('i.kind', '<>', 'reset')
        .execute();
      const row = rows.find((one) => isOpen(one, context.clock()));
      if (row === undefined) throw new Refusal('not_found', `"${person}" has no open invitation.`);
      const inviter = await writes
        .selectFrom('members')
        .select('id')
        .where('id', '=', row.invited_by)
        .executeTakeFirst();
      // An operator invited this person: an administrator who lost everything must not be let in by a thief of theirs.
      if (inviter === undefined)
        throw new Refusal('conflict', 'An operator began this, so another member of staff must confirm it.');
      if (row.member_id === acting.id)
        throw new Refusal('conflict', 'Somebody else must confirm your own claim.');
      return { row, confirmer: acting };
    },
    check,
  );
}

/** A member of staff confirms the claim of a colleague, or of a member whom an operator invited. */
export function confirmSignIn(
  context: Context,
  given: Actor,
  { invitation, check }: { invitation: string; check: string },
): Promise<void> {
  return confirming(
    context,
    async (writes) => {
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
      if (inviter === undefined)
        throw new Refusal('conflict', 'A contract_admin invited this person, and confirms the claim.');
      await actingStaff(writes, inviter, 'sign_ins.invite_staff');
      return { row, confirmer: actor };
    },
    check,
  );
}

/** A wrong check number is counted although the act is refused, so the refusal is thrown after the transaction. */
async function confirming(
  context: Context,
  find: (writes: Writes) => Promise<{ row: InvitationRow; confirmer: { id: string } }>,
  check: string,
): Promise<void> {
  const refusal = await context.store.transaction(async (writes) => {
    const { row, confirmer } = await find(writes);
    if (row.claimed_at === null) throw new Refusal('conflict', 'This invitation has not been claimed yet.');
    if (hashCheck(row.id, check) !== row.check_hash) return countWrongCheck(context, writes, row);
    await activate(context, writes, row, confirmer);
    return null;
  });
  if (refusal !== null) throw refusal;
}

/** Too many wrong numbers end the invitation: somebody is guessing. */
async function countWrongCheck(context: Context, writes: Writes, row: InvitationRow): Promise<Refusal> {
  const wrong_checks = row.wrong_checks + 1;
  const isOver = wrong_checks >= MOST_WRONG_CHECKS;
  await writes
    .updateTable('sign_in_invitations')
    .set({ wrong_checks, ...(isOver ? { ended_at: context.clock(), password: null } : {}) })
    .where('id', '=', row.id)
    .execute();
  return isOver
    ? new Refusal(
        'conflict',
        `The check number was wrong ${MOST_WRONG_CHECKS} times, so the invitation has ended. Invite the person again.`,
      )
    : new Refusal(
        'validation_failed',
        'This is not the check number that the person was shown. Ask them for it, in person or by telephone.',
      );
}

async function activate(
  context: Context,
  writes: Writes,
  row: InvitationRow,
  confirmer: { id: string } | null,
): Promise<void> {
  await linkUser(context, writes, row);
  await writes
    .updateTable('sign_in_invitations')
    // The hash now belongs to the user.
    .set({ confirmed_at: context.clock(), confirmed_by: confirmer?.id ?? null, password: null })
    .where('id', '=', row.id)
    .execute();
  const by = confirmer ?? { id: row.staff_id! };
  const after = { email: row.email, kind: row.kind, invited_by: row.invited_by };
  await recordAct(context, writes, by, 'sign_in.confirmed', subjectOf(row), null, {
    ...after,
    ...(confirmer === null ? { founding: true } : {}),
  });
}
