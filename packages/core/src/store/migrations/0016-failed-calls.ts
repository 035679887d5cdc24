// Calls of keys that were refused or failed, kept for a week.

import { type Kysely, sql } from 'kysely';

const TABLES = `
create table failed_calls (
  id text primary key,
  workspace_id text not null references workspaces (id),
  key_id text not null references api_keys (id),
  failed_at bigint not null,
  request_id text,
  operation text,
  status integer,
  code text,
  calls integer not null
);
create index failed_calls_by_workspace on failed_calls (workspace_id, failed_at, id);
create index failed_calls_by_request on failed_calls (request_id);
create index failed_calls_by_time on failed_calls (failed_at)
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of TABLES.split(/;\n/)) await sql.raw(statement).execute(db);
}
