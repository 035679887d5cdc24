// Adds the books of workspaces: versions, limits and rights.

import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';
import { appendOnlyTriggers } from '../tables/create.ts';

const STATEMENTS = (bytes: string) => [
  `create table books (
    id text primary key,
    workspace_id text not null references workspaces (id),
    sealed_settings text not null,
    sealed_key text,
    amounts_to text not null,
    created_at bigint not null,
    created_by text not null references members (id),
    deleted_at bigint,
    deleted_by text references members (id)
  )`,
  'create index books_by_workspace on books (workspace_id, created_at, id)',
  `create table book_versions (
    book_id text not null references books (id),
    number integer not null,
    effective_on text not null,
    recorded_at bigint not null,
    recorded_by text not null references members (id),
    sealed ${bytes} not null,
    primary key (book_id, number)
  )`,
  'create index book_versions_by_day on book_versions (book_id, effective_on, recorded_at, number)',
  `create table book_limits (
    book_id text not null references books (id),
    number integer not null,
    state text not null check (state in ('asked', 'active', 'refused', 'replaced')),
    sealed text not null,
    asked_at bigint not null,
    asked_by text not null references members (id),
    decided_at bigint,
    decided_by text references members (id),
    primary key (book_id, number)
  )`,
  "create unique index book_limits_asked on book_limits (book_id) where state = 'asked'",
  "create unique index book_limits_active on book_limits (book_id) where state = 'active'",
  `create table book_rights (
    book_id text not null references books (id),
    member_id text not null references members (id),
    may_see integer not null check (may_see in (0, 1)),
    may_edit integer not null check (may_edit in (0, 1)),
    may_approve_limits integer not null check (may_approve_limits in (0, 1)),
    changed_at bigint not null,
    changed_by text not null references members (id),
    primary key (book_id, member_id)
  )`,
  'create index book_rights_by_member on book_rights (member_id)',
];

export async function up(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  const statements =
    kind === 'sqlite'
      ? STATEMENTS('blob')
      : [...STATEMENTS('bytea'), 'alter table book_versions alter column sealed set storage external'];
  for (const statement of [...statements, ...appendOnlyTriggers('book_versions', kind)])
    await sql.raw(statement).execute(db);
}
