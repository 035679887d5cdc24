// Adds the requests of workspaces to score names in their books, and the expected dates of score requests.

import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';
import { appendOnlyTriggers } from '../tables/create.ts';

const STATEMENTS = [
  'alter table score_requests add column name_key text',
  'alter table score_requests add column expected_on text',
  'create index score_requests_by_name on score_requests (name_key)',
  `create table coverage_requests (
    workspace_id text not null references workspaces (id),
    name_key text not null,
    request_id text not null references score_requests (id),
    requested_at bigint not null,
    requested_by text not null references members (id),
    primary key (workspace_id, name_key)
  )`,
  'create index coverage_requests_by_name on coverage_requests (name_key)',
  'create index coverage_requests_by_request on coverage_requests (request_id)',
];

export async function up(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  for (const statement of [...STATEMENTS, ...appendOnlyTriggers('coverage_requests', kind)])
    await sql.raw(statement).execute(db);
}
