// Deletes what has expired: sessions that nobody used again, sign-ins that were begun, and counts of failures.

import { sql } from 'kysely';
import type { Context } from '../context/context.ts';
import { deleteInPortions } from '../store/delete-in-portions.ts';
import { FAILURES_KEPT_MS } from './guessing.ts';

export async function deleteExpiredSignIns({ store, clock }: Context): Promise<void> {
  const now = clock();
  await deleteInPortions(store, 'user_sessions', sql`expires_at <= ${now}`);
  await deleteInPortions(store, 'user_verifications', sql`expires_at <= ${now}`);
  await deleteInPortions(store, 'sign_in_failures', sql`last_at <= ${now - FAILURES_KEPT_MS}`);
}
