// Acceptances of terms keep the name that the person typed. It can be erased; the other columns stay protected.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table terms_acceptances add column typed_name text`.execute(db);
}
