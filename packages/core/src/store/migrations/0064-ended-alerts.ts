// Adds the index that finds the alerts whose cause ended, which are deleted after a time.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index alerts_by_end on alerts (cause_ended_at) where cause_ended_at is not null`.execute(
    db,
  );
}
