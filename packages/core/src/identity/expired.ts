// Deletes what has expired: sessions that nobody used again, sign-ins that were begun, and counts of failures.

import { sql } from 'kysely';
import type { Context } from '../context/context.ts';
import { deleteInPortions } from '../store/delete-in-portions.ts';
import type { Store } from '../store/store.ts';
import { FAILURES_KEPT_MS } from './guessing.ts';

export async function deleteExpiredSignIns({ store, clock }: Context): Promise<void> {
  const now = clock();
  await deleteExpiredSessions(store, now);
  await deleteInPortions(store, 'user_verifications', sql`expires_at <= ${now}`);
  await deleteInPortions(store, 'sign_in_failures', sql`last_at <= ${now - FAILURES_KEPT_MS}`);
}

const SESSIONS_AT_ONCE = 500;

/** The record chain says of each that it ended, so that none can be put back. */
async function deleteExpiredSessions(store: Store, now: number): Promise<void> {
  for (;;) {
    const deleted = await store.transaction(async (writes) => {
      const expired = await writes
        .selectFrom('user_sessions')
        .select('id')
        .where('expires_at', '<=', now)
        .limit(SESSIONS_AT_ONCE)
        .execute();
      const ids = expired.map(({ id }) => id);
      if (ids.length > 0) await writes.deleteFrom('user_sessions').where('id', 'in', ids).execute();
      return ids.length;
    });
    if (deleted < SESSIONS_AT_ONCE) return;
  }
}
