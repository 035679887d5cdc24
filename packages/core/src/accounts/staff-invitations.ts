// Invitations: an operator or chief risk officer invites a person, who claims the invitation and alone sees the token.
// The token works once a second person, who did not see the code, has confirmed the claim with the check number that the
// new person tells them. While the store is being founded, a claim needs no confirmation.

import { createHash } from 'node:crypto';
import { type Actor, actingStaff } from '../context/actor.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import { createToken, hashToken, isWellFormedToken } from '../secrets/tokens.ts';
import type { Database } from '../store/schema.ts';
import type { Writes } from '../store/store.ts';
import { endFoundingOnceTwoCanAct, isBeingFounded } from './founding.ts';
import {
  type IssuedToken,
  type NewStaff,
  requireOperatorLeft,
  staffNamed,
  writeStaff,
  writeToken,
} from './staff.ts';

const DAY = 24 * 60 * 60 * 1000;
const CODE_DAYS = 14;
const MOST_WRONG_CHECKS = 5;

type InvitationRow = Database['staff_invitations'];

export interface Invitation {
  /** The id of the person who is invited. */
  id: string;
  /** Shown once. */
  code: string;
  expires_at: number;
}

/** Adds a person, who gets their token by claiming the invitation. */
export async function inviteStaff(context: Context, given: Actor, person: NewStaff): Promise<Invitation> {
  return context.store.transaction(async (writes) => {
    const actor = await actingStaff(writes, given, 'staff.invite');
    const { id, name, roles } = await writeStaff(context, writes, person);
    const invitation = await writeInvitation(context, writes, actor, id);
    await recordAct(context, writes, actor, 'staff.invited', `staff/${id}`, null, { name, roles });
    return invitation;
  });
}

/** For a lost token or an expired invitation. Earlier codes of the person can no longer be used. */
export async function inviteAgain(context: Context, given: Actor, idOrName: string): Promise<Invitation> {
  return context.store.transaction(async (writes) => {
    const actor = await actingStaff(writes, given, 'staff.invite_again');
    const { id, name, roles } = await staffNamed(writes, idOrName);
    const invitation = await writeInvitation(context, writes, actor, id);
    await recordAct(context, writes, actor, 'staff.invited', `staff/${id}`, null, {
      name,
      roles,
      again: true,
    });
    return invitation;
  });
}

async function writeInvitation(
  context: Context,
  writes: Writes,
  actor: Actor,
  staffId: string,
): Promise<Invitation> {
  await dropOpenInvitations(context, writes, staffId);
  const { token: code, hash } = createToken('rf_invite_');
  const expires_at = context.clock() + CODE_DAYS * DAY;
  await writes
    .insertInto('staff_invitations')
    .values({
      id: context.newId(),
      code_hash: hash,
      staff_id: staffId,
      invited_by: actor.id,
      invited_at: context.clock(),
      expires_at,
      wrong_checks: 0,
    })
    .execute();
  return { id: staffId, code, expires_at };
}

/** Also revokes the token of a claim that nobody confirmed. */
async function dropOpenInvitations(context: Context, writes: Writes, staffId: string): Promise<number> {
  const open = await writes
    .selectFrom('staff_invitations')
    .select(['id', 'token_hash'])
    .where('staff_id', '=', staffId)
    .where('confirmed_at', 'is', null)
    .execute();
  for (const { id, token_hash } of open) {
    await writes.deleteFrom('staff_invitations').where('id', '=', id).execute();
    if (token_hash === null) continue;
    const revoked_at = context.clock();
    await writes
      .updateTable('staff_tokens')
      .set({ revoked_at })
      .where('token_hash', '=', token_hash)
      .execute();
  }
  return open.length;
}

/** Withdraws an invitation that is not finished. A person who never had a token is removed from the staff. */
export async function withdrawInvitation(context: Context, given: Actor, idOrName: string): Promise<void> {
  await context.store.transaction(async (writes) => {
    const actor = await actingStaff(writes, given, 'staff.withdraw_invitation');
    const { id, name, status } = await staffNamed(writes, idOrName);
    if ((await dropOpenInvitations(context, writes, id)) === 0) {
      throw new Refusal('not_found', `${name} has no open invitation.`);
    }
    if (status === 'invited') {
      await writes.updateTable('staff').set({ retired_at: context.clock() }).where('id', '=', id).execute();
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
    const invitation = await requireUsableCode(context, writes, code);
    const { id, name, roles } = await staffNamed(writes, invitation.staff_id);
    const active = await isBeingFounded(writes);
    const issued = await writeToken(context, writes, id, { confirmed: active });
    const now = context.clock();
    await writes
      .updateTable('staff_invitations')
      .set({
        claimed_at: now,
        token_hash: hashToken(issued.token),
        ...(active ? { confirmed_at: now } : {}),
      })
      .where('id', '=', invitation.id)
      .execute();
    const after = { token: issued.prefix, roles, ...(active ? { active, founding: true } : { active }) };
    const person: Actor = { id, name, roles };
    await recordAct(context, writes, person, 'staff.claimed', `staff/${id}`, null, after);
    if (active) await endFoundingOnceTwoCanAct(context, writes, person);
    return { ...issued, name, check: checkNumber(issued.token), active };
  });
}

async function requireUsableCode(context: Context, writes: Writes, code: string): Promise<InvitationRow> {
  if (!isWellFormedToken('rf_invite_', code)) {
    throw new Refusal(
      'invalid_token',
      'This is not an invitation code. Invitation codes begin with rf_invite_ and have 48 characters.',
    );
  }
  const invitation = await writes
    .selectFrom('staff_invitations')
    .selectAll()
    .where('code_hash', '=', hashToken(code))
    .executeTakeFirst();
  if (invitation === undefined) {
    throw new Refusal(
      'invalid_token',
      'This invitation is unknown, or another was issued in its place. Ask for a new one.',
    );
  }
  if (invitation.claimed_at !== null) {
    throw new Refusal(
      'conflict',
      'This invitation has already been claimed. If it was not you, tell the person who invited you at once.',
    );
  }
  if (invitation.expires_at > context.clock()) return invitation;
  throw new Refusal('invalid_token', 'This invitation has expired. Ask for a new one.');
}

/** Eight digits that follow from the token, so that only its owner knows them. */
function checkNumber(token: string): string {
  return checkNumberOfHash(hashToken(token));
}

function checkNumberOfHash(tokenHash: string): string {
  const digest = createHash('sha256').update(`check number ${tokenHash}`).digest();
  const digits = String(digest.readUInt32BE(0) % 100_000_000).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4)}`;
}

/** Confirms a claim, as the second person. */
export async function confirmClaim(
  context: Context,
  given: Actor,
  idOrName: string,
  check: string,
): Promise<void> {
  // A wrong check number is counted even though the act is refused.
  const refusal = await context.store.transaction(async (writes) => {
    const actor = await actingStaff(writes, given, 'staff.confirm');
    const { id, name, roles } = await staffNamed(writes, idOrName);
    const invitation = await requireConfirmable(writes, actor, id, name);
    const { token_hash } = invitation;
    if (check.replaceAll(/\D/g, '') !== checkNumberOfHash(token_hash!).replace('-', '')) {
      return countWrongCheck(context, writes, invitation, name);
    }
    const now = context.clock();
    await revokeOtherTokens(writes, id, token_hash!, now);
    await writes
      .updateTable('staff_tokens')
      .set({ confirmed_at: now, last_used_at: now })
      .where('token_hash', '=', token_hash)
      .execute();
    await writes
      .updateTable('staff_invitations')
      .set({ confirmed_at: now, confirmed_by: actor.id })
      .where('id', '=', invitation.id)
      .execute();
    await recordAct(context, writes, actor, 'staff.confirmed', `staff/${id}`, null, {
      name,
      roles,
      invited_by: invitation.invited_by,
    });
    return null;
  });
  if (refusal !== null) throw refusal;
}

/** A person who was invited again had lost their token, or somebody else may have it. */
async function revokeOtherTokens(
  writes: Writes,
  staffId: string,
  confirmed: string,
  now: number,
): Promise<void> {
  await writes
    .updateTable('staff_tokens')
    .set({ revoked_at: now })
    .where('staff_id', '=', staffId)
    .where('token_hash', '<>', confirmed)
    .where('revoked_at', 'is', null)
    .execute();
}

async function requireConfirmable(
  writes: Writes,
  actor: Actor,
  staffId: string,
  name: string,
): Promise<InvitationRow> {
  const invitation = await writes
    .selectFrom('staff_invitations')
    .innerJoin('staff as inviter', 'inviter.id', 'staff_invitations.invited_by')
    .selectAll('staff_invitations')
    .select('inviter.name as inviter')
    .where('staff_id', '=', staffId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  if (invitation === undefined) throw new Refusal('not_found', `${name} has no open invitation.`);
  if (invitation.claimed_at === null) {
    throw new Refusal('conflict', `${name} has not claimed the invitation yet.`);
  }
  if (invitation.invited_by === actor.id) {
    throw new Refusal(
      'conflict',
      `You invited ${name} and saw the code, so somebody else must confirm the claim.`,
    );
  }
  await actingStaff(writes, { id: invitation.invited_by, name: invitation.inviter }, 'staff.invite');
  return invitation;
}

/** Too many wrong numbers end the invitation: somebody is guessing. */
async function countWrongCheck(
  context: Context,
  writes: Writes,
  { id, wrong_checks }: InvitationRow,
  name: string,
): Promise<Refusal> {
  const count = wrong_checks + 1;
  await writes.updateTable('staff_invitations').set({ wrong_checks: count }).where('id', '=', id).execute();
  if (count < MOST_WRONG_CHECKS) {
    return new Refusal(
      'validation_failed',
      `This is not the check number that ${name} was shown. Ask ${name} for it, in person or by telephone.`,
    );
  }
  const { staff_id } = await writes
    .selectFrom('staff_invitations')
    .select('staff_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await dropOpenInvitations(context, writes, staff_id);
  return new Refusal(
    'conflict',
    `The check number was wrong ${MOST_WRONG_CHECKS} times, so the invitation of ${name} has ended. Invite them again.`,
  );
}

/** Replaces one's own token; the old one stops working at once. */
export async function rotateOwnToken(context: Context, given: Actor, prefix: string): Promise<IssuedToken> {
  return context.store.transaction(async (writes) => {
    const actor = await actingStaff(writes, given, 'staff.rotate_token');
    const { numUpdatedRows } = await writes
      .updateTable('staff_tokens')
      .set({ revoked_at: context.clock() })
      .where('prefix', '=', prefix)
      .where('staff_id', '=', actor.id)
      .where('revoked_at', 'is', null)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n)
      throw new Refusal('not_found', `You have no active token that begins with ${prefix}.`);
    const issued = await writeToken(context, writes, actor.id, { confirmed: true });
    await recordAct(
      context,
      writes,
      actor,
      'staff.token_rotated',
      `staff/${actor.id}`,
      { token: prefix },
      { token: issued.prefix },
    );
    await requireOperatorLeft(writes);
    return issued;
  });
}
