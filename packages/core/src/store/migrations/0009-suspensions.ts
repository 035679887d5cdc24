// Suspensions: an operator can stop all access of a workspace, and undo it.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table workspaces add column suspended_at bigint').execute(db);
  await sql.raw('alter table workspaces add column suspended_reason text').execute(db);
}
