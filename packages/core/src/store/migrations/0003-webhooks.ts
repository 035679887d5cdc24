import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';
import { refuseChanges } from './append-only.ts';

const TABLES = `
alter table workspace_secrets add column retires_at bigint;
create table webhook_cursor (id integer primary key check (id = 1), seq bigint not null);
create table webhook_endpoints (
  id text primary key,
  workspace_id text not null references workspaces (id),
  url text not null,
  description text not null,
  event_types text not null,
  provider_ids text not null,
  from_seq bigint not null,
  created_at bigint not null,
  created_by text not null references members (id),
  disabled_at bigint,
  disabled_because text check (disabled_because in ('member', 'gone', 'failing')),
  failing_since bigint,
  removed_at bigint
);
create index webhook_endpoints_by_workspace on webhook_endpoints (workspace_id);
create table webhook_messages (
  workspace_id text not null references workspaces (id),
  event_id text not null,
  type text not null,
  provider_id text,
  seq bigint not null,
  is_test integer not null check (is_test in (0, 1)),
  created_at bigint not null,
  body text not null,
  primary key (workspace_id, event_id)
);
create index webhook_messages_by_time on webhook_messages using brin (created_at);
create table webhook_deliveries (
  endpoint_id text not null,
  event_id text not null,
  status text not null check (status in ('pending', 'waiting', 'delivered', 'exhausted', 'cancelled')),
  step integer not null,
  tries integer not null,
  due_at bigint not null,
  claim text,
  created_at bigint not null,
  finished_at bigint,
  last_code integer,
  last_error text,
  primary key (endpoint_id, event_id)
) without rowid;
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at) where status = 'pending';
create table webhook_attempts (
  endpoint_id text not null,
  event_id text not null,
  started_at bigint not null,
  finished_at bigint not null,
  url text not null,
  request_headers text not null,
  code integer,
  response_headers text,
  response_body text,
  error text,
  primary key (endpoint_id, event_id, started_at)
) without rowid;
create index webhook_attempts_by_time on webhook_attempts using brin (finished_at);
create table workspace_notices (
  id text primary key,
  workspace_id text not null references workspaces (id),
  kind text not null,
  subject text not null,
  message text not null,
  created_at bigint not null
);
create index workspace_notices_by_workspace on workspace_notices (workspace_id, created_at)
`;

/**
 * Each database lacks one of these clauses, so it is removed there. On SQLite, `without rowid` stores a table in the
 * order of its key: the deliveries of one endpoint are claimed and recorded together, so a batch writes few pages. On
 * PostgreSQL, a BRIN index on rows that are inserted in order of time costs next to nothing to maintain.
 */
const UNSUPPORTED_CLAUSES: Record<StoreKind, RegExp> = { sqlite: / using brin/, postgres: / without rowid/ };

/** Notices to a workspace are never changed. */
const APPEND_ONLY = ['workspace_notices'];

export async function up(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  for (const statement of TABLES.split(/;\n/)) {
    await sql.raw(statement.replace(UNSUPPORTED_CLAUSES[kind], '')).execute(db);
  }
  await refuseChanges(db, kind, APPEND_ONLY);
}
