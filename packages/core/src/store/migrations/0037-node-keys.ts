// Adds the master keys that each node has.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table nodes add column master_keys text`.execute(db);
}
