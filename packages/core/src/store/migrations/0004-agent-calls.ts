import { type Kysely, sql } from 'kysely';

const TABLES = `
create table agent_calls (
  id text primary key,
  key_id text not null references api_keys (id),
  first_at bigint not null,
  last_at bigint not null,
  count integer not null,
  calls text not null
);
create index agent_calls_by_key on agent_calls (key_id, last_at);
create index agent_calls_by_time on agent_calls (last_at)
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of TABLES.split(/;\n/)) await sql.raw(statement).execute(db);
}
