// What the committee's page needs: how far long work has come, who has read which provider of a draft, and requests for
// withdrawals that were refused or cancelled. The index finds what was approved after a draft was computed.

import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';
import { refuseChanges } from './append-only.ts';

const STATEMENTS = [
  `create table run_progress (
    run_id text not null references runs (id),
    stage text not null check (stage in ('scoring', 'publishing')),
    done bigint not null,
    total bigint not null,
    started_at bigint not null,
    updated_at bigint not null,
    primary key (run_id, stage)
  )`,
  `create table run_readings (
    run_id text not null references runs (id),
    provider_id text not null references providers (id),
    staff_id text not null references staff (id),
    read_at bigint not null,
    primary key (run_id, provider_id, staff_id)
  )`,
  `create table withdrawal_decisions (
    request_id text primary key references withdrawal_requests (id),
    decision text not null check (decision in ('refused', 'cancelled')),
    decided_by text not null references staff (id),
    decided_at bigint not null,
    reason text
  )`,
  `create index decisions_by_time on decisions (decided_at)`,
];

export async function up(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  await refuseChanges(db, kind, ['run_readings', 'withdrawal_decisions']);
}
