import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';
import { refuseChanges } from './append-only.ts';

const TABLES = `
create table workspaces (
  id text primary key,
  name text not null unique,
  tier text not null check (tier in ('FREE', 'PROFESSIONAL', 'ENTERPRISE', 'CUSTOM')),
  entitlements text not null,
  pilot_enabled_at bigint,
  created_at bigint not null,
  created_by text not null references staff (id)
);
create table workspace_secrets (
  workspace_id text not null references workspaces (id),
  version integer not null,
  sealed_secret text not null,
  created_at bigint not null,
  shown_at bigint,
  primary key (workspace_id, version)
);
create table members (
  id text primary key,
  workspace_id text not null references workspaces (id),
  name text not null,
  role text not null check (role in ('contract_admin', 'developer', 'viewer')),
  created_at bigint not null,
  removed_at bigint
);
create index members_by_workspace on members (workspace_id);
create table member_tokens (
  token_hash text primary key,
  member_id text not null references members (id),
  prefix text not null,
  created_at bigint not null,
  revoked_at bigint
);
create table claims (
  code_hash text primary key,
  workspace_id text not null references workspaces (id),
  created_at bigint not null,
  expires_at bigint not null,
  claimed_at bigint,
  claimed_by text references members (id)
);
create table terms_acceptances (
  id text primary key,
  workspace_id text not null references workspaces (id),
  kind text not null check (kind in ('api', 'agent')),
  version text not null,
  digest text not null,
  accepted_by text not null references members (id),
  accepted_at bigint not null,
  accepted_from text not null
);
create index terms_acceptances_by_workspace on terms_acceptances (workspace_id);
create table api_keys (
  id text primary key,
  workspace_id text not null references workspaces (id),
  key_hash text not null unique,
  prefix text not null,
  name text not null,
  tier text not null check (tier in ('FREE', 'PROFESSIONAL', 'ENTERPRISE', 'CUSTOM')),
  agent_scope integer not null check (agent_scope in (0, 1)),
  hourly_limit integer,
  created_at bigint not null,
  created_by text not null references members (id),
  expires_at bigint,
  revoked_at bigint,
  replaces text unique references api_keys (id)
);
create index api_keys_by_workspace on api_keys (workspace_id);

create table key_usage (
  key_id text not null references api_keys (id),
  hour bigint not null,
  operation text not null,
  accepted integer not null,
  refused integer not null,
  last_at bigint not null,
  primary key (key_id, hour, operation)
);
create table limit_spans (
  node text not null,
  window_id text not null,
  second bigint not null,
  times text not null,
  primary key (node, window_id, second)
);
create index limit_spans_by_second on limit_spans (second);
create table idempotent_answers (
  scope text not null,
  key text not null,
  body_digest text not null,
  answer text not null,
  created_at bigint not null,
  primary key (scope, key)
);
create table up_periods (
  id text primary key,
  node text not null,
  started_at bigint not null,
  last_seen_at bigint not null
);
create table stale_marks (
  seq bigint primary key,
  provider_id text not null references providers (id),
  verification_id text not null references indicators (verification_id),
  marked_at bigint not null,
  stale_since bigint,
  stale_reason text
);
create index stale_marks_by_indicator on stale_marks (verification_id, seq);
create index run_items_by_base on run_items (base_verification_id);
create index changelog_by_provider on changelog (provider_id, seq);
create index changelog_by_time on changelog (changed_at)
`;

/** Notifies listening processes of every change when it is committed. */
const NOTIFY_ON_POSTGRES = [
  `create function rf_notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('rf_changes', '');
  return null;
end $$`,
  `create trigger log_state_notify after update of changes on log_state
  for each statement execute function rf_notify_change()`,
];

/** Acceptances of terms, and the history of each indicator's staleness. */
const APPEND_ONLY = ['terms_acceptances', 'stale_marks'];

export async function up(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  for (const statement of TABLES.split(/;\n/)) await sql.raw(statement).execute(db);
  await refuseChanges(db, kind, APPEND_ONLY);
  if (kind === 'postgres') for (const statement of NOTIFY_ON_POSTGRES) await sql.raw(statement).execute(db);
}
