import { type Kysely, sql } from 'kysely';

const TABLES = `
create table agent_calls (
  id text primary key,
  key_id text not null references api_keys (id),
  at bigint not null,
  request_id text not null,
  door text not null check (door in ('plain', 'mcp')),
  tool text,
  outcome text not null,
  duration_us bigint not null
);
create index agent_calls_by_key on agent_calls (key_id, at);
create index agent_calls_by_time on agent_calls (at)
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of TABLES.split(/;\n/)) await sql.raw(statement).execute(db);
}
