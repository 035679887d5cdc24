// Deletes what has expired: sessions that nobody used again, sign-ins that were begun, and counts of failures.

import type { Context } from '../context/context.ts';
import { FAILURES_KEPT_MS } from './guessing.ts';

export async function deleteExpiredSignIns({ store, clock }: Context): Promise<void> {
  const now = clock();
  await store.transaction(async (writes) => {
    await writes.deleteFrom('user_sessions').where('expires_at', '<=', now).execute();
    await writes.deleteFrom('user_verifications').where('expires_at', '<=', now).execute();
    await writes
      .deleteFrom('sign_in_failures')
      .where('last_at', '<=', now - FAILURES_KEPT_MS)
      .execute();
  });
}
