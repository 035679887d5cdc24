// Incidents that staff announce on the status page, and verifications of the whole store that were started at the desk.

import { type Kysely, sql } from 'kysely';

const TABLES = `
create table incidents (
  id text primary key,
  title text not null,
  detail text,
  impact text not null check (impact in ('operational', 'degraded', 'outage')),
  started_at bigint not null,
  ended_at bigint,
  opened_by text not null references staff (id),
  updated_at bigint not null
);
create index incidents_by_time on incidents (started_at, id);
create table verifications (
  id text primary key,
  started_at bigint not null,
  started_by text not null references staff (id),
  seen_at bigint not null,
  done bigint not null,
  total bigint not null,
  finished_at bigint,
  result text,
  failure text
);
create index verifications_by_time on verifications (started_at, id)
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of TABLES.split(/;\n/)) await sql.raw(statement).execute(db);
}
