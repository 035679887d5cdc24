// Removes the columns by which processes once found changed keys. They follow the record chain instead, which nobody can set
// back.

import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  'drop index workspaces_by_access_version',
  'drop index api_keys_by_access_version',
  'alter table workspaces drop column access_version',
  'alter table api_keys drop column access_version',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
