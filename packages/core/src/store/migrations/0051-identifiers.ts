// Adds the identifiers of providers and the ISIN of issuances.

import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  'alter table provider_versions add column identifiers text',
  'alter table provider_namings add column identifiers text',
  'alter table served_indicators add column identifiers text',
  'alter table issuances add column isin text',
  'create index provider_versions_identified on provider_versions (provider_id, version) where identifiers is not null',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
