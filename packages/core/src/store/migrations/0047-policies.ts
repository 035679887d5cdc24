// Adds the policies of workspaces, the role of members who decide about them, and the scope of a key.

import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';

const ROLES = "check (role in ('contract_admin', 'risk_officer', 'developer', 'viewer'))";

const WITH_RISK_OFFICERS = {
  postgres: [
    'alter table members drop constraint members_role_check',
    `alter table members add constraint members_role_check ${ROLES}`,
  ],
  // SQLite cannot change a check: the table is made anew. No foreign key is enforced meanwhile.
  sqlite: [
    `create table new_members (
      id text primary key,
      workspace_id text not null references workspaces (id),
      name text not null,
      role text not null ${ROLES},
      created_at bigint not null,
      removed_at bigint
    )`,
    `insert into new_members (id, workspace_id, name, role, created_at, removed_at)
      select id, workspace_id, name, role, created_at, removed_at from members`,
    'drop table members',
    'alter table new_members rename to members',
    'create index members_by_name on members (name)',
    'create index members_by_workspace on members (workspace_id)',
  ],
};

const STATEMENTS = [
  "alter table api_keys add column scope text check (scope in ('evaluate'))",
  `create table policy_versions (
    workspace_id text not null references workspaces (id),
    name text not null,
    version integer not null,
    digest text not null,
    document text not null,
    state text not null check (state in ('draft', 'asked', 'active', 'replaced', 'stopped', 'discarded')),
    is_shadow integer not null check (is_shadow in (0, 1)),
    saved_at bigint not null,
    saved_by text not null references members (id),
    asked_at bigint,
    asked_by text references members (id),
    refused_reason text,
    activated_at bigint,
    activated_by text references members (id),
    stop_asked_by text references members (id),
    replaced_at bigint,
    primary key (workspace_id, name, version)
  )`,
  'create index policy_versions_by_digest on policy_versions (workspace_id, digest)',
  "create unique index policy_versions_open on policy_versions (workspace_id, name) where state in ('draft', 'asked')",
  "create unique index policy_versions_active on policy_versions (workspace_id, name) where state = 'active'",
  `create table policy_settings (
    workspace_id text primary key references workspaces (id),
    needs_second integer not null check (needs_second in (0, 1)),
    ending_asked_by text references members (id),
    changed_at bigint not null,
    changed_by text not null references members (id)
  )`,
];

export async function up(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  for (const statement of [...WITH_RISK_OFFICERS[kind], ...STATEMENTS]) await sql.raw(statement).execute(db);
}
