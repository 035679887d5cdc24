// Stores answers by idempotency key, so that a repeated request gets the same answer.

import { sql } from 'kysely';
import { deleteInPortions } from '../store/delete-in-portions.ts';
import type { Queries, Store, Writes } from '../store/store.ts';

/** How long an idempotency key is valid. */
export const IDEMPOTENT_MS = 24 * 60 * 60 * 1000;

export async function answerBefore(
  db: Queries | Writes,
  scope: string,
  key: string,
  since: number,
): Promise<{ body_digest: string; answer: string } | undefined> {
  return db
    .selectFrom('idempotent_answers')
    .select(['body_digest', 'answer'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('created_at', '>', since)
    .executeTakeFirst();
}

/** Stores an answer, replacing an expired one. */
export async function rememberAnswer(
  writes: Writes,
  scope: string,
  key: string,
  bodyDigest: string,
  answer: string,
  now: number,
): Promise<void> {
  await writes.deleteFrom('idempotent_answers').where('scope', '=', scope).where('key', '=', key).execute();
  await writes
    .insertInto('idempotent_answers')
    .values({ scope, key, body_digest: bodyDigest, answer, created_at: now })
    .execute();
}

export async function forgetAnswers(store: Store, before: number): Promise<void> {
  await deleteInPortions(store, 'idempotent_answers', sql`created_at < ${before}`);
}

/** The answer to a score request has a digest of what its sender wrote. */
export async function forgetAnswerTo(writes: Writes, requestId: string): Promise<void> {
  await writes
    .deleteFrom('idempotent_answers')
    .where('answer', 'like', `%"request_id":"${requestId}"%`)
    .execute();
}
