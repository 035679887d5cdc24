// Links between users and their accounts at the OIDC provider. A member of a workspace is linked by the address that the
// provider has verified. The account of a member of staff becomes a way to sign in when a second person confirms it: whoever
// runs the provider could otherwise be any of them.

import { isBeingFounded } from '../accounts/founding.ts';
import {
  hashCheck,
  issueCode,
  newCheckNumber,
  personOf,
  type SignInRow,
  subjectOf,
} from '../accounts/one-time-codes.ts';
import { approvalNote, type People } from '../accounts/requests.ts';
import { staffNamed } from '../accounts/staff.ts';
import { SERVICE } from '../context/actor.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import { wholeTable } from '../store/records/proved.ts';
import type { Queries, Writes } from '../store/store.ts';
import { isOpen } from './invitations.ts';
import { peopleOf, personKey } from './people.ts';
import { userOfStaff } from './users.ts';

/** As user_credentials name an account: a subject means nothing without its issuer. */
export function accountAt(issuer: string, subject: string): string {
  return `${issuer} ${subject}`;
}

/**
 * linked: the account may be used now. waits: once a second person has confirmed it, with this check number. sign_in_first:
 * the person has other ways to sign in, and must have used one of them. busy: another claim of the person waits.
 */
export type NewLink = { state: 'linked' | 'sign_in_first' | 'busy' } | { state: 'waits'; check: string };

/** `signedInAs`: the user of the browser's session, if it has one. */
export function beginLink(
  context: Context,
  { userId, accountId, signedInAs }: { userId: string; accountId: string; signedInAs: string | null },
): Promise<NewLink> {
  return context.store.transaction(async (writes): Promise<NewLink> => {
    const staff = (await peopleOf(writes, userId)).find(({ kind }) => kind === 'staff');
    if (staff?.kind !== 'staff' || (await isBeingFounded(writes))) return { state: 'linked' };
    // The account alone must not be enough for somebody who has shown us other credentials.
    if (signedInAs !== userId && (await hasOtherWay(writes, userId))) return { state: 'sign_in_first' };
    const staff_id = staff.actor.id;
    const rows = await writes
      .selectFrom('sign_in_invitations')
      .selectAll()
      .where('staff_id', '=', staff_id)
      .execute();
    if (rows.some((row) => row.kind !== 'link' && isOpen(row, context.clock()))) return { state: 'busy' };
    const { email } = await writes
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const id = context.newId();
    const check = newCheckNumber();
    const now = context.clock();
    // Nobody needs its code: the person has shown who they are.
    await issueCode(
      context,
      writes,
      'link',
      { staff_id },
      {
        ...{
          id,
          kind: 'link',
          email,
          invited_by: SERVICE.id,
          invited_at: now,
          claimed_at: now,
          wrong_checks: 0,
        },
        ...{ check_hash: hashCheck(id, check), account_id: accountId },
      },
    );
    const after = { email, account: accountId };
    await recordAct(context, writes, staff.actor, 'sign_in.link_requested', personKey(staff), null, after);
    return { state: 'waits', check };
  });
}

async function hasOtherWay(writes: Writes, userId: string): Promise<boolean> {
  // All of them: a way that somebody hid is still one.
  const credentials = await wholeTable(writes, 'user_credentials', () =>
    writes.selectFrom('user_credentials').selectAll().execute(),
  );
  const hasPassword = credentials.some(({ user_id, password }) => user_id === userId && password !== null);
  return hasPassword || (await hasPasskey(writes, userId));
}

/** Throws if a passkey of anybody is missing: without it, a password would be enough. */
export async function hasPasskey(db: Queries | Writes, userId: string): Promise<boolean> {
  const passkeys = await wholeTable(db, 'user_passkeys', () =>
    db.selectFrom('user_passkeys').selectAll().execute(),
  );
  return passkeys.some(({ user_id }) => user_id === userId);
}

/** The account of a link that a second person confirmed becomes a way to sign in. */
export async function activateLink(
  context: Context,
  writes: Writes,
  row: SignInRow,
  confirmer: { id: string },
): Promise<void> {
  const user_id = await userOfStaff(writes, row.staff_id!);
  if (user_id === undefined)
    throw new Refusal('conflict', 'The person cannot sign in with an address any more.');
  const account_id = row.account_id!;
  const taken = await writes
    .selectFrom('user_credentials')
    .select('user_id')
    .where('provider_id', '=', 'oidc')
    .where('account_id', '=', account_id)
    .executeTakeFirst();
  if (taken !== undefined) throw new Refusal('conflict', 'This account at the provider is already linked.');
  const now = context.clock();
  await writes
    .insertInto('user_credentials')
    .values({
      ...{ id: context.newId(), user_id, provider_id: 'oidc', account_id, password: null, scope: null },
      ...{ created_at: now, updated_at: now },
    })
    .execute();
  const after = { account: account_id, confirmed_by: confirmer.id };
  await recordAct(context, writes, confirmer, 'sign_in.linked', subjectOf(personOf(row)), null, after);
}

/** For a link that needs no confirmation, in the transaction that writes it. */
export async function recordLink(
  context: Context,
  writes: Writes,
  { userId, accountId }: { userId: string; accountId: string },
): Promise<void> {
  const [person] = await peopleOf(writes, userId);
  if (person === undefined) return;
  const { id } = person.kind === 'staff' ? person.actor : person.member;
  const after = { account: accountId, ...(person.kind === 'staff' ? { founding: true } : {}) };
  await recordAct(context, writes, { id }, 'sign_in.linked', personKey(person), null, after);
}

/** The accounts at the provider with which a member of staff can sign in. */
export async function linksOf(
  db: Queries | Writes,
  person: string,
): Promise<{ id: string; name: string; user_id: string; accounts: string[] }> {
  const { id, name } = await staffNamed(db, person);
  const rows = await db
    .selectFrom('user_staff')
    .innerJoin('user_credentials', 'user_credentials.user_id', 'user_staff.user_id')
    .select(['user_staff.user_id', 'account_id'])
    .where('staff_id', '=', id)
    .where('provider_id', '=', 'oidc')
    .execute();
  if (rows.length === 0)
    throw new Refusal('not_found', `${name} has no account at the OIDC provider that is linked.`);
  return { id, name, user_id: rows[0]!.user_id, accounts: rows.map(({ account_id }) => account_id) };
}

/** Removes the links of a member of staff, and ends the sessions that may have begun with them. */
export async function unlink(
  context: Context,
  writes: Writes,
  people: People,
  person: string,
): Promise<void> {
  const { id, name, user_id, accounts } = await linksOf(writes, person);
  await writes
    .deleteFrom('user_credentials')
    .where('user_id', '=', user_id)
    .where('provider_id', '=', 'oidc')
    .execute();
  await writes.deleteFrom('user_sessions').where('user_id', '=', user_id).execute();
  const after = { name, ...approvalNote(people) };
  await recordAct(context, writes, people.requester, 'sign_in.unlinked', `staff/${id}`, { accounts }, after);
}
