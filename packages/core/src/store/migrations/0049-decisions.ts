// Adds the calls for decisions that are kept, and what they read.

import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';

const STATEMENTS = (bytes: string) => [
  `create table policy_decisions (
    id text primary key,
    workspace_id text not null references workspaces (id),
    policy_name text not null,
    policy_digest text not null,
    exposure text not null check (exposure in ('new', 'existing')),
    reference text,
    idempotency_key text,
    request_digest text not null,
    issued_at bigint not null,
    hypothetical integer not null check (hypothetical in (0, 1)),
    allowed integer not null,
    reviewed integer not null,
    blocked integer not null,
    signed ${bytes} not null,
    shadow text,
    unique (workspace_id, idempotency_key)
  )`,
  'create index policy_decisions_by_workspace on policy_decisions (workspace_id, issued_at, id)',
  'create index policy_decisions_by_time on policy_decisions (issued_at)',
  `create table policy_snapshots (
    digest text primary key,
    content ${bytes} not null,
    last_used_at bigint not null
  )`,
  'create index policy_snapshots_by_use on policy_snapshots (last_used_at)',
  `create table decision_room (
    workspace_id text primary key references workspaces (id),
    bytes bigint not null,
    kept_since bigint
  )`,
];

/** Compressed already. */
const NOT_COMPRESSED_AGAIN = [
  'alter table policy_decisions alter column signed set storage external',
  'alter table policy_snapshots alter column content set storage external',
];

export async function up(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  const statements =
    kind === 'sqlite' ? STATEMENTS('blob') : [...STATEMENTS('bytea'), ...NOT_COMPRESSED_AGAIN];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
