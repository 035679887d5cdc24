// The ways in which a user can sign in, for the page of their account.

import type { Context } from '../context/context.ts';

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
