// Creates users from confirmed claims, and links them to the people that they are.

import type { SignInRow } from '../accounts/one-time-codes.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import { provedRow, provedRows } from '../store/records/proved.ts';
import type { Database } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';

type User = Database['users'];

export function userByEmail(db: Queries | Writes, email: string): Promise<User | undefined> {
  return provedRow(db, 'users', () =>
    db.selectFrom('users').selectAll().where('email', '=', email.toLowerCase()).executeTakeFirst(),
  );
}

/** Whether somebody who knows the password is asked for more: the code of an authenticator app, or a passkey. */
export async function isAskedForMore(db: Queries | Writes, user: User): Promise<boolean> {
  if (user.two_factor_enabled === 1) return true;
  const passkeys = await provedRows(db, 'user_passkeys', () =>
    db.selectFrom('user_passkeys').selectAll().where('user_id', '=', user.id).execute(),
  );
  return passkeys.length > 0;
}

/**
 * A new email address becomes a new user with the password of the claim. A user who has the address already keeps their
 * credentials and becomes this person too. A recovery replaces all credentials of the person's user.
 */
export async function linkUser(context: Context, writes: Writes, row: SignInRow): Promise<void> {
  if (row.kind === 'recovery') {
    const recovered = await linkedUser(writes, row);
    if (recovered !== undefined) return recoverUser(context, writes, recovered, row);
  }
  const user = (await userByEmail(writes, row.email)) ?? (await createUser(context, writes, row));
  await linkPerson(context, writes, user.id, row);
}

async function createUser(context: Context, writes: Writes, row: SignInRow): Promise<User> {
  const now = context.clock();
  const person =
    row.staff_id === null
      ? writes.selectFrom('members').select('name').where('id', '=', row.member_id)
      : writes.selectFrom('staff').select('name').where('id', '=', row.staff_id);
  const { name } = await person.executeTakeFirstOrThrow();
  const user: User = {
    id: context.newId(),
    email: row.email,
    name,
    email_verified: 1,
    image: null,
    two_factor_enabled: 0,
    created_at: now,
    updated_at: now,
  };
  await writes.insertInto('users').values(user).execute();
  if (row.password !== null) await writePassword(context, writes, user.id, row.password);
  return user;
}

async function linkPerson(context: Context, writes: Writes, userId: string, row: SignInRow): Promise<void> {
  const linked_at = context.clock();
  if (row.member_id !== null) {
    await writes.deleteFrom('user_members').where('member_id', '=', row.member_id).execute();
    await writes
      .insertInto('user_members')
      .values({ member_id: row.member_id, user_id: userId, linked_at })
      .execute();
    await markClaimed(context, writes, row.member_id);
    return;
  }
  const other = await writes
    .selectFrom('user_staff')
    .innerJoin('staff', 'staff.id', 'user_staff.staff_id')
    .select(['staff.id', 'staff.name', 'retired_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (other !== undefined && other.id !== row.staff_id && other.retired_at === null)
    throw new Refusal(
      'conflict',
      `${row.email} belongs to ${other.name}. Each member of staff needs their own address.`,
    );
  if (other !== undefined) await writes.deleteFrom('user_staff').where('staff_id', '=', other.id).execute();
  await writes.deleteFrom('user_staff').where('staff_id', '=', row.staff_id!).execute();
  await writes
    .insertInto('user_staff')
    .values({ staff_id: row.staff_id!, user_id: userId, linked_at, last_used_at: null })
    .execute();
}

/** A workspace whose first Contract Admin signs in needs no claim code any more. */
async function markClaimed(context: Context, writes: Writes, memberId: string): Promise<void> {
  const { workspace_id, role } = await writes
    .selectFrom('members')
    .select(['workspace_id', 'role'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  if (role !== 'contract_admin') return;
  const claims = await writes
    .selectFrom('claims')
    .select(['code_hash', 'claimed_at'])
    .where('workspace_id', '=', workspace_id)
    .orderBy('created_at', 'desc')
    .execute();
  if (claims.length === 0 || claims.some(({ claimed_at }) => claimed_at !== null)) return;
  await writes
    .updateTable('claims')
    .set({ claimed_at: context.clock(), claimed_by: memberId })
    .where('code_hash', '=', claims[0]!.code_hash)
    .execute();
}

async function recoverUser(context: Context, writes: Writes, user: User, row: SignInRow): Promise<void> {
  const taken = await userByEmail(writes, row.email);
  if (taken !== undefined && taken.id !== user.id)
    throw new Refusal('conflict', `${row.email} belongs to another user.`);
  await writes.deleteFrom('user_passkeys').where('user_id', '=', user.id).execute();
  await writes.deleteFrom('user_two_factors').where('user_id', '=', user.id).execute();
  await writes.deleteFrom('user_credentials').where('user_id', '=', user.id).execute();
  await writes.deleteFrom('user_sessions').where('user_id', '=', user.id).execute();
  await writes
    .updateTable('users')
    .set({ email: row.email, two_factor_enabled: 0, updated_at: context.clock() })
    .where('id', '=', user.id)
    .execute();
  if (row.password !== null) await writePassword(context, writes, user.id, row.password);
}

export async function writePassword(
  context: Context,
  writes: Writes,
  userId: string,
  password: string,
): Promise<void> {
  const now = context.clock();
  await writes
    .deleteFrom('user_credentials')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .execute();
  await writes
    .insertInto('user_credentials')
    .values({
      id: context.newId(),
      user_id: userId,
      provider_id: 'credential',
      account_id: userId,
      password,
      scope: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

async function linkedUser(writes: Writes, { staff_id, member_id }: SignInRow): Promise<User | undefined> {
  const userId =
    staff_id === null ? await userOfMember(writes, member_id!) : await userOfStaff(writes, staff_id);
  if (userId === undefined) return undefined;
  return provedRow(writes, 'users', () =>
    writes.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst(),
  );
}

/** The user who a member of staff is. */
export async function userOfStaff(db: Queries | Writes, staffId: string): Promise<string | undefined> {
  const link = await provedRow(db, 'user_staff', () =>
    db.selectFrom('user_staff').selectAll().where('staff_id', '=', staffId).executeTakeFirst(),
  );
  return link?.user_id;
}

async function userOfMember(db: Queries | Writes, memberId: string): Promise<string | undefined> {
  const link = await provedRow(db, 'user_members', () =>
    db.selectFrom('user_members').selectAll().where('member_id', '=', memberId).executeTakeFirst(),
  );
  return link?.user_id;
}

/** The ways in which a user can sign in, for the page of their account. */
export interface Credentials {
  has_password: boolean;
  /** Whether a second factor is asked for after the password. */
  has_second_factor: boolean;
  /** Whether the user has signed in with the OIDC provider. */
  has_provider: boolean;
}

export async function credentialsOf({ store: { db } }: Context, userId: string): Promise<Credentials> {
  const { two_factor_enabled } = await db
    .selectFrom('users')
    .select('two_factor_enabled')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('user_credentials')
    .select(['provider_id', 'password'])
    .where('user_id', '=', userId)
    .execute();
  return {
    has_password: rows.some(({ password }) => password !== null),
    has_second_factor: two_factor_enabled === 1,
    has_provider: rows.some(({ provider_id }) => provider_id === 'oidc'),
  };
}
