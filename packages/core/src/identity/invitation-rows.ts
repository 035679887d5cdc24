// Rows of invitations to sign in: a code for one person at one email address, which can be used once.

import { createHash, randomInt } from 'node:crypto';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import { createToken, hashToken, isWellFormedToken } from '../secrets/tokens.ts';
import type { Database, SignInInvitationKind } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';

const HOUR = 60 * 60 * 1000;
const VALID_MS: Readonly<Record<SignInInvitationKind, number>> = {
  invitation: 14 * 24 * HOUR,
  recovery: 2 * 24 * HOUR,
  reset: HOUR,
};
const LONGEST_EMAIL = 254;

export type InvitationRow = Database['sign_in_invitations'];
/** The person who is invited. */
export type Invited = { staff_id: string } | { member_id: string };

export interface SignInInvitation {
  /** The id of the invitation. */
  id: string;
  /** The id of the person who is invited. */
  person: string;
  email: string;
  /** For the link. Shown once, or only mailed. */
  code: string;
  expires_at: number;
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

/** Ends earlier invitations of the person, so that only the newest can be used. */
export async function writeInvitation(
  context: Context,
  writes: Writes,
  invited: Invited,
  { kind, email, invitedBy }: { kind: SignInInvitationKind; email: string; invitedBy: string },
): Promise<SignInInvitation> {
  const now = context.clock();
  const [column, person] = Object.entries(invited)[0]! as ['staff_id' | 'member_id', string];
  await writes
    .updateTable('sign_in_invitations')
    .set({ ended_at: now, password: null })
    .where(column, '=', person)
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute();
  const { token: code, hash } = createToken('rf_signin_');
  const row: InvitationRow = {
    id: context.newId(),
    kind,
    staff_id: null,
    member_id: null,
    [column]: person,
    email,
    code_hash: hash,
    invited_by: invitedBy,
    invited_at: now,
    expires_at: now + VALID_MS[kind],
    shown_to: null,
    claimed_at: null,
    password: null,
    check_hash: null,
    wrong_checks: 0,
    confirmed_at: null,
    confirmed_by: null,
    ended_at: null,
  };
  await writes.insertInto('sign_in_invitations').values(row).execute();
  return { id: row.id, person, email, code, expires_at: row.expires_at };
}

/** The invitation that a code belongs to, if it can still be used. */
export async function requireUsableCode(
  context: Context,
  db: Queries | Writes,
  code: string,
): Promise<InvitationRow> {
  const row = isWellFormedToken('rf_signin_', code)
    ? await db
        .selectFrom('sign_in_invitations')
        .selectAll()
        .where('code_hash', '=', hashToken(code))
        .executeTakeFirst()
    : undefined;
  if (row === undefined || row.ended_at !== null)
    throw new Refusal('invalid_token', 'This link is not valid, or a newer one was sent. Ask for a new one.');
  if (row.claimed_at !== null)
    throw new Refusal(
      'conflict',
      'This link has already been used. If it was not you, tell the person who invited you at once.',
    );
  if (row.expires_at > context.clock()) return row;
  throw new Refusal('invalid_token', 'This link has expired. Ask for a new one.');
}

/** Whether an invitation waits for its claim or for the confirmation of its claim. */
export function isOpen(
  { ended_at, confirmed_at, claimed_at, expires_at }: InvitationRow,
  now: number,
): boolean {
  return ended_at === null && confirmed_at === null && (claimed_at !== null || expires_at > now);
}

export function subjectOf({ staff_id, member_id }: Pick<InvitationRow, 'staff_id' | 'member_id'>): string {
  return staff_id === null ? `members/${member_id}` : `staff/${staff_id}`;
}

/** Eight random digits, shown only to the person who claims the invitation. */
export function newCheckNumber(): string {
  const digits = String(randomInt(100_000_000)).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4)}`;
}

export function hashCheck(invitationId: string, check: string): string {
  return createHash('sha256')
    .update(`${invitationId} ${check.replaceAll(/\D/g, '')}`)
    .digest('hex');
}
