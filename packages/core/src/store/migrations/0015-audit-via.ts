// Audit records say how the actor was identified: by a command on the server, a token or a session.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit add column via text`.execute(db);
}
