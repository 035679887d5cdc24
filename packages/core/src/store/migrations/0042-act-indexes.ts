// Adds indexes for acts and sign-ins that looked at every row of a table, and for the names on the due board.

import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  'create index terms_acceptances_by_member on terms_acceptances (accepted_by)',
  'create index api_keys_by_prefix on api_keys (prefix)',
  'create index user_verifications_by_end on user_verifications (expires_at)',
  'create index due_providers_by_name on due_providers (folded_name, slug, provider_id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
