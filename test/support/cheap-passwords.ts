// Hashes of passwords for tests. One at the cost of the service takes a third of a second, and so does every sign-in.

import { hashPassword } from '@rf-indicators/core/identity/passwords';
import type { Store } from '@rf-indicators/core/store/store';

export const CHEAP_COST = { N: 16, r: 1, p: 1 };

/** Hashes the passwords again that people of a store have. */
export async function hashCheaply(
  store: Store,
  people: readonly { email: string; password: string }[],
): Promise<void> {
  for (const { email, password } of people) {
    const { id } = await store.db
      .selectFrom('user_credentials')
      .innerJoin('users', 'users.id', 'user_credentials.user_id')
      .select('user_credentials.id')
      .where('email', '=', email)
      .where('provider_id', '=', 'credential')
      .executeTakeFirstOrThrow();
    const cheap = await hashPassword(password, CHEAP_COST);
    await store.transaction((writes) =>
      writes.updateTable('user_credentials').set({ password: cheap }).where('id', '=', id).execute(),
    );
  }
}
