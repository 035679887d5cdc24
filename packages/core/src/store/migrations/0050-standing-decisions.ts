// Adds what policies decide of providers now, so that changes are told.

import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table standing_decisions (
    workspace_id text not null references workspaces (id),
    policy_name text not null,
    provider_id text not null,
    decision text not null check (decision in ('ALLOW', 'REVIEW', 'BLOCK')),
    primary key (workspace_id, policy_name, provider_id)
  )`,
  `create table decision_watches (
    workspace_id text not null references workspaces (id),
    policy_name text not null,
    digest text not null,
    published bigint not null,
    next_at bigint not null,
    primary key (workspace_id, policy_name)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
