// One-time codes, which let a person in: invitations to the staff, invitations to sign in, new passwords by mail, and
// claims of a workspace. They are issued, redeemed, confirmed and ended here; each purpose adds what its code opens.
// Only hashes are stored, and a code is found by its hash.

import { createHash, randomInt } from 'node:crypto';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import { createToken, hashToken, isWellFormedToken, type TokenKind } from '../secrets/tokens.ts';
import { provedRow } from '../store/records/proved.ts';
import type { Database } from '../store/schema.ts';
import { type Queries, untyped, type Writes } from '../store/store.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const MOST_WRONG_CHECKS = 5;

/** The kind of a row in sign_in_invitations is its purpose; in the other tables all rows have the same one. */
const PURPOSES = {
  staff: { table: 'staff_invitations', validMs: 14 * DAY },
  invitation: { table: 'sign_in_invitations', validMs: 14 * DAY },
  recovery: { table: 'sign_in_invitations', validMs: 2 * DAY },
  reset: { table: 'sign_in_invitations', validMs: HOUR },
  link: { table: 'sign_in_invitations', validMs: 2 * DAY },
  workspace: { table: 'claims', validMs: 14 * DAY },
} as const;

const CODES = {
  staff_invitations: {
    prefix: 'rf_invite_',
    what: 'invitation code',
    malformed:
      'This is not an invitation code. Invitation codes begin with rf_invite_ and have 48 characters.',
  },
  sign_in_invitations: {
    prefix: 'rf_signin_',
    what: 'link',
    malformed: 'This link is not complete. Open the whole link, or ask for a new one.',
  },
  claims: {
    prefix: 'rf_claim_',
    what: 'claim code',
    malformed: 'This is not a claim code. Claim codes begin with rf_claim_ and have 47 characters.',
  },
} as const satisfies Record<string, { prefix: TokenKind; what: string; malformed: string }>;

type Purpose = keyof typeof PURPOSES;
type CodeTable = keyof typeof CODES;
type CodeRow<P extends Purpose> = Database[(typeof PURPOSES)[P]['table']];
export type StaffInvitation = Database['staff_invitations'];
export type SignInRow = Database['sign_in_invitations'];
/** The person whom a code lets in. */
export type Invited = { staff_id: string } | { member_id: string };

export interface IssuedCode {
  /** Shown once, or only mailed. */
  code: string;
  expires_at: number;
}

/** Ends earlier codes of the same table, so that only the newest can be used. */
export async function issueCode<P extends Purpose>(
  context: Context,
  writes: Writes,
  purpose: P,
  holder: Invited | { workspace_id: string },
  columns: Partial<CodeRow<P>>,
): Promise<IssuedCode> {
  const { table, validMs } = PURPOSES[purpose];
  await endCodes(context, writes, table, holder);
  const { token: code, hash: code_hash } = createToken(CODES[table].prefix);
  const expires_at = context.clock() + validMs;
  await untyped(writes)
    .insertInto(table)
    .values({ ...columns, ...holder, code_hash, expires_at })
    .execute();
  return { code, expires_at };
}

/** How long the claim of a reset or a link waits for a second person. */
export const CLAIM_WAITS_MS = 2 * DAY;

/** A new code for an invitation, for somebody who sees it. The earlier code stops working. */
export async function showCode(writes: Writes, { id }: SignInRow, shown_to: string): Promise<string> {
  const { token, hash: code_hash } = createToken(CODES.sign_in_invitations.prefix);
  await writes.updateTable('sign_in_invitations').set({ code_hash, shown_to }).where('id', '=', id).execute();
  return token;
}

/** The row of a code that can still be used. A code of any other purpose is refused as if it did not exist. */
export async function requireUsableCode<P extends Purpose>(
  { clock }: Context,
  db: Queries | Writes,
  purposes: readonly [P, ...P[]],
  code: string,
): Promise<CodeRow<P>> {
  const { table } = PURPOSES[purposes[0]];
  const { prefix, what, malformed } = CODES[table];
  if (!isWellFormedToken(prefix, code)) throw new Refusal('invalid_token', malformed);
  let query = untyped(db).selectFrom(table).selectAll().where('code_hash', '=', hashToken(code));
  if (table === 'sign_in_invitations')
    query = query.where('kind', 'in', purposes).where('ended_at', 'is', null);
  const row = (await provedRow(db, table, () => query.executeTakeFirst())) as CodeRow<P> | undefined;
  if (row !== undefined && row.claimed_at !== null)
    throw new Refusal(
      'conflict',
      `This ${what} has already been used. If it was not you, tell the person who sent it to you at once.`,
    );
  if (row !== undefined && row.expires_at > clock()) return row;
  const why = row === undefined ? 'is not valid' : 'has expired';
  throw new Refusal('invalid_token', `This ${what} ${why}, or a newer one was issued. Ask for a new one.`);
}

/** Uses a code up. The transaction is serializable, so of several people at once one succeeds. */
export async function redeemCode<P extends Purpose>(
  context: Context,
  writes: Writes,
  purposes: readonly [P, ...P[]],
  code: string,
): Promise<CodeRow<P>> {
  const row = await requireUsableCode(context, writes, purposes, code);
  await untyped(writes)
    .updateTable(PURPOSES[purposes[0]].table)
    .set({ claimed_at: context.clock() })
    .where('code_hash', '=', row.code_hash)
    .execute();
  return row;
}

/** Returns how many were open. The token of a claim that nobody confirmed never works. */
export async function endCodes(
  { clock }: Context,
  writes: Writes,
  table: CodeTable,
  holder: Invited | { workspace_id: string },
): Promise<bigint> {
  const now = clock();
  const [[column, id]] = Object.entries(holder) as [[string, string]];
  if (table === 'claims') {
    const open = writes.updateTable(table).set({ expires_at: now }).where('expires_at', '>', now);
    return (await open.where('workspace_id', '=', id).executeTakeFirst()).numUpdatedRows;
  }
  if (table === 'sign_in_invitations') {
    const ended = untyped(writes).updateTable(table).set({ ended_at: now, password: null });
    const open = ended.where('confirmed_at', 'is', null).where('ended_at', 'is', null);
    return (await open.where(column, '=', id).executeTakeFirst()).numUpdatedRows;
  }
  const open = await writes
    .selectFrom(table)
    .select('token_hash')
    .where('staff_id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute();
  const tokens = open.flatMap(({ token_hash }) => token_hash ?? []);
  if (tokens.length > 0)
    await writes
      .updateTable('staff_tokens')
      .set({ revoked_at: now })
      .where('token_hash', 'in', tokens)
      .where('revoked_at', 'is', null)
      .execute();
  const ended = writes.deleteFrom(table).where('staff_id', '=', id).where('confirmed_at', 'is', null);
  return (await ended.executeTakeFirst()).numDeletedRows;
}

/** Ends what waits for a second person, or was mailed, of everybody. */
export async function endAllOf({ clock }: Context, writes: Writes, purpose: 'reset' | 'link'): Promise<void> {
  await writes
    .updateTable('sign_in_invitations')
    .set({ ended_at: clock(), password: null })
    .where('kind', '=', purpose)
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute();
}

/** For a person who leaves: their codes must not open a claim that nobody expects, and their sessions end. */
export async function endAccessOf(context: Context, writes: Writes, person: Invited): Promise<void> {
  if ('staff_id' in person) await endCodes(context, writes, 'staff_invitations', person);
  await endCodes(context, writes, 'sign_in_invitations', person);
  await writes.deleteFrom('user_sessions').where('acting_as', '=', subjectOf(person)).execute();
}

/** As audit records and sessions name a person. */
export function subjectOf(person: Invited): string {
  return 'staff_id' in person ? `staff/${person.staff_id}` : `members/${person.member_id}`;
}

/** Rows of invitations to sign in are for a member of staff or for a member of a workspace. */
export function personOf(row: StaffInvitation | SignInRow): Invited {
  return row.staff_id === null ? { member_id: (row as SignInRow).member_id! } : { staff_id: row.staff_id };
}

export interface Confirmation<Row> {
  row: Row;
  /** The name of the person who claimed the invitation. */
  name: string;
  confirmer: { id: string };
}

/** A second person confirms a claim. A wrong check number is counted, so its refusal must not undo the transaction. */
export async function confirmWithCheck<Row extends StaffInvitation | SignInRow>(
  context: Context,
  check: string,
  find: (writes: Writes) => Promise<Confirmation<Row>>,
  activate: (writes: Writes, confirmation: Confirmation<Row>) => Promise<void>,
): Promise<void> {
  const refusal = await context.store.transaction(async (writes) => {
    const found = await find(writes);
    const { row, name } = found;
    if (row.claimed_at === null) throw new Refusal('conflict', `${name} has not claimed the invitation yet.`);
    if (hashCheck(row.id, check) !== expectedCheck(row)) return countWrongCheck(context, writes, row, name);
    await activate(writes, found);
    return null;
  });
  if (refusal !== null) throw refusal;
}

/** Too many wrong numbers end the invitation: somebody is guessing. */
async function countWrongCheck(
  context: Context,
  writes: Writes,
  row: StaffInvitation | SignInRow,
  name: string,
): Promise<Refusal> {
  const table = 'kind' in row ? 'sign_in_invitations' : 'staff_invitations';
  const wrong_checks = row.wrong_checks + 1;
  await writes.updateTable(table).set({ wrong_checks }).where('id', '=', row.id).execute();
  if (wrong_checks < MOST_WRONG_CHECKS)
    return new Refusal(
      'validation_failed',
      `This is not the check number that ${name} was shown. Ask ${name} for it, in person or by telephone.`,
    );
  await endCodes(context, writes, table, personOf(row));
  return new Refusal(
    'conflict',
    `The check number was wrong ${MOST_WRONG_CHECKS} times, so the invitation of ${name} has ended. Invite them again.`,
  );
}

/** Eight random digits, shown only to the person who claims the invitation. */
export function newCheckNumber(): string {
  return asCheckNumber(randomInt(100_000_000));
}

/** Eight digits that follow from a token, so that only its owner knows them. */
export function checkNumberOf(tokenHash: string): string {
  const digest = createHash('sha256').update(`check number ${tokenHash}`).digest();
  return asCheckNumber(digest.readUInt32BE(0) % 100_000_000);
}

function asCheckNumber(number: number): string {
  const digits = String(number).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4)}`;
}

export function hashCheck(invitationId: string, check: string): string {
  return createHash('sha256')
    .update(`${invitationId} ${check.replaceAll(/\D/g, '')}`)
    .digest('hex');
}

function expectedCheck(row: StaffInvitation | SignInRow): string {
  return 'kind' in row ? row.check_hash! : hashCheck(row.id, checkNumberOf(row.token_hash!));
}
