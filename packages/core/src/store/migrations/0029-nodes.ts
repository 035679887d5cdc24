// Nodes that share a store: the lease by which one of them does scheduled work, and the nodes that were seen lately.

import { type Kysely, sql } from 'kysely';

const TABLES = `
create table leases (
  name text primary key,
  holder text not null,
  fence bigint not null,
  expires_at bigint not null
);
create table nodes (
  name text primary key,
  version text not null,
  started_at bigint not null,
  last_seen_at bigint not null
)
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of TABLES.split(/;\n/)) await sql.raw(statement).execute(db);
}
