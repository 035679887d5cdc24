// Adds the documents of entry checks, confirmations of unusual values, and what evidence belongs to. Evidence from before has no
// owner on record: it belongs to the providers of the proposals that cite it.

import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';
import { appendOnlyTriggers } from '../tables/create.ts';

const COLUMNS = [
  'evidence add column source text',
  'evidence add column grade_reason text',
  'evidence add column region text',
  'evidence add column provider_id text references providers (id)',
  'evidence add column shared_as text',
  'proposals add column confirmation text',
  'proposals add column shared_reason text',
  'decisions add column confirmation text',
  'pending_decisions add column confirmation text',
];

export async function up(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await sql`
    create table entry_checks (
      seq bigint primary key,
      version text not null unique,
      digest text not null,
      document text not null,
      recorded_at bigint not null,
      request_id text not null references requests (id)
    )`.execute(db);
  for (const trigger of appendOnlyTriggers('entry_checks', kind)) await sql.raw(trigger).execute(db);
  for (const column of COLUMNS) await sql.raw(`alter table ${column}`).execute(db);
}
