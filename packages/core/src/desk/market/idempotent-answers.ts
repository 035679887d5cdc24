// Answers that are given again to whoever sends the same request again under the same key.

import type { Queries, Writes } from '../../store/store.ts';

/** For how long a key names one request. */
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

/** Takes the place of an answer that has expired. */
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

export async function forgetAnswers(writes: Writes, before: number): Promise<void> {
  await writes.deleteFrom('idempotent_answers').where('created_at', '<', before).execute();
}
