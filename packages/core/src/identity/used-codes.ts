// Codes of an authenticator app work once: whoever saw one being typed cannot use it for the rest of its time.

import { createHash } from 'node:crypto';
import type { Context } from '../context/context.ts';

/** Longer than a code is accepted: 30 seconds, and one step before and after. */
const REMEMBERED_MS = 3 * 60 * 1000;

/** Whether the user has not used this code before. Remembers it. */
export async function isFirstUse(
  { store: { db }, clock }: Context,
  userId: string,
  code: string,
): Promise<boolean> {
  const now = clock();
  const id = createHash('sha256').update(`totp\n${userId}\n${code}`).digest('base64url');
  await db.deleteFrom('user_verifications').where('id', '=', id).where('expires_at', '<=', now).execute();
  const used = { id, identifier: id, value: '', created_at: now, updated_at: now };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('user_verifications')
    .values({ ...used, expires_at: now + REMEMBERED_MS })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
