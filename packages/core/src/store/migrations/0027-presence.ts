// Who of the staff is at the desk, and what they have open there, so that two people do not work on the same thing
// unknowingly.

import { type Kysely, sql } from 'kysely';

const TABLES = `
create table desk_visits (
  staff_id text primary key references staff (id),
  last_seen_at bigint not null,
  away_since bigint
);
create table open_rows (
  tab text primary key,
  staff_id text not null references staff (id),
  page text not null,
  row_id text not null,
  seen_at bigint not null
);
create index open_rows_by_time on open_rows (seen_at)
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of TABLES.split(/;\n/)) await sql.raw(statement).execute(db);
}
