// Adds the proof of the body of a webhook message. A message without one is rendered again before it is sent.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook_messages add column mac text`.execute(db);
}
