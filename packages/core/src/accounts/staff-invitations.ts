// Invitations to the staff: an operator or chief risk officer invites a person, who claims the invitation and alone sees
// the token. The token works once a second person, who did not see the code, has confirmed the claim with the check number
// that the new person tells them. While the store is being founded, a claim needs no confirmation.

import { type Actor, actingStaff } from '../context/actor.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import { hashToken } from '../secrets/tokens.ts';
import { provedRow } from '../store/records/proved.ts';
import type { Writes } from '../store/store.ts';
import { endFoundingOnceTwoCanAct, isBeingFounded } from './founding.ts';
import {
  type Confirmation,
  checkNumberOf,
  confirmWithCheck,
  endAccessOf,
  endCodes,
  type IssuedCode,
  issueCode,
  redeemCode,
  type StaffInvitation,
} from './one-time-codes.ts';
import { closeServers } from './sign-in-servers.ts';
import { type IssuedToken, type NewStaff, staffNamed, writeStaff, writeToken } from './staff.ts';

/** With the id of the person who is invited. */
export type Invitation = IssuedCode & { id: string };

/** Adds a person, who gets their token by claiming the invitation. */
export function inviteStaff(context: Context, given: Actor, person: NewStaff): Promise<Invitation> {
  return invite(context, given, 'staff.invite', async (writes) => {
    await closeServers(context, writes, given);
    return writeStaff(context, writes, person);
  });
}

/** For a lost token or an expired invitation. Earlier codes of the person can no longer be used. */
export function inviteAgain(context: Context, given: Actor, idOrName: string): Promise<Invitation> {
  return invite(context, given, 'staff.invite_again', (writes) => staffNamed(writes, idOrName));
}

function invite(
  context: Context,
  given: Actor,
  act: 'staff.invite' | 'staff.invite_again',
  find: (writes: Writes) => Promise<Actor>,
): Promise<Invitation> {
  return context.store.transaction(async (writes) => {
    const actor = await actingStaff(writes, given, act);
    const { id, name, roles } = await find(writes);
    const columns = {
      id: context.newId(),
      invited_by: actor.id,
      invited_at: context.clock(),
      wrong_checks: 0,
    };
    const issued = await issueCode(context, writes, 'staff', { staff_id: id }, columns);
    const after = { name, roles, ...(act === 'staff.invite_again' ? { again: true } : {}) };
    await recordAct(context, writes, actor, 'staff.invited', `staff/${id}`, null, after);
    return { id, ...issued };
  });
}

/** Withdraws an invitation that is not finished. A person who never had a token is removed from the staff. */
export async function withdrawInvitation(context: Context, given: Actor, idOrName: string): Promise<void> {
  await context.store.transaction(async (writes) => {
    const actor = await actingStaff(writes, given, 'staff.withdraw_invitation');
    const { id, name, status } = await staffNamed(writes, idOrName);
    if ((await endCodes(context, writes, 'staff_invitations', { staff_id: id })) === 0n)
      throw new Refusal('not_found', `${name} has no open invitation.`);
    if (status === 'invited') {
      await writes.updateTable('staff').set({ retired_at: context.clock() }).where('id', '=', id).execute();
      await endAccessOf(context, writes, { staff_id: id });
    }
    await recordAct(context, writes, actor, 'staff.invitation_withdrawn', `staff/${id}`, { name }, null);
  });
}

export interface ClaimedToken extends IssuedToken {
  name: string;
  /** The number that the person reads out to the one who confirms the claim. */
  check: string;
  /** Whether the token works already, because the store is being founded. */
  active: boolean;
}

/** The person who presents the code gets the token. */
export function claimInvitation(context: Context, code: string): Promise<ClaimedToken> {
  return context.store.transaction(async (writes) => {
    const invitation = await redeemCode(context, writes, ['staff'], code);
    const { id, name, roles } = await staffNamed(writes, invitation.staff_id);
    const active = await isBeingFounded(writes);
    const issued = await writeToken(context, writes, id, { confirmed: active });
    const token_hash = hashToken(issued.token);
    await writes
      .updateTable('staff_invitations')
      .set({ token_hash, ...(active ? { confirmed_at: context.clock() } : {}) })
      .where('id', '=', invitation.id)
      .execute();
    const after = { token: issued.prefix, roles, ...(active ? { active, founding: true } : { active }) };
    const person: Actor = { id, name, roles };
    await recordAct(context, writes, person, 'staff.claimed', `staff/${id}`, null, after);
    if (active) await endFoundingOnceTwoCanAct(context, writes, person);
    return { ...issued, name, check: checkNumberOf(token_hash), active };
  });
}

/** Confirms a claim, as the second person. */
export function confirmClaim(context: Context, given: Actor, idOrName: string, check: string): Promise<void> {
  return confirmWithCheck(
    context,
    check,
    async (writes) => {
      const actor = await actingStaff(writes, given, 'staff.confirm');
      const { id, name } = await staffNamed(writes, idOrName);
      return { row: await requireConfirmable(writes, actor, id, name), name, confirmer: actor };
    },
    (writes, confirmation) => activateToken(context, writes, confirmation),
  );
}

/** A person who was invited again had lost their tokens, or somebody else may have them. */
async function activateToken(
  context: Context,
  writes: Writes,
  { row, name, confirmer }: Confirmation<StaffInvitation>,
): Promise<void> {
  const { staff_id, invited_by } = row;
  const now = context.clock();
  const tokens = writes.updateTable('staff_tokens').where('staff_id', '=', staff_id);
  await tokens
    .set({ revoked_at: now })
    .where('token_hash', '<>', row.token_hash)
    .where('revoked_at', 'is', null)
    .execute();
  await tokens
    .set({ confirmed_at: now, last_used_at: now })
    .where('token_hash', '=', row.token_hash)
    .execute();
  await writes
    .updateTable('staff_invitations')
    .set({ confirmed_at: now, confirmed_by: confirmer.id })
    .where('id', '=', row.id)
    .execute();
  const { roles } = await staffNamed(writes, staff_id);
  const after = { name, roles, invited_by };
  await recordAct(context, writes, confirmer, 'staff.confirmed', `staff/${staff_id}`, null, after);
}

async function requireConfirmable(
  writes: Writes,
  actor: Actor,
  staffId: string,
  name: string,
): Promise<StaffInvitation> {
  const found = await provedRow(writes, 'staff_invitations', () =>
    writes
      .selectFrom('staff_invitations')
      .innerJoin('staff as inviter', 'inviter.id', 'staff_invitations.invited_by')
      .selectAll('staff_invitations')
      .select('inviter.name as inviter')
      .where('staff_id', '=', staffId)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst(),
  );
  if (found === undefined) throw new Refusal('not_found', `${name} has no open invitation.`);
  const { inviter, ...invitation } = found;
  if (invitation.invited_by === actor.id)
    throw new Refusal(
      'conflict',
      `You invited ${name} and saw the code, so somebody else must confirm the claim.`,
    );
  await actingStaff(writes, { id: invitation.invited_by, name: inviter }, 'staff.invite');
  return invitation;
}
