// Adds rationales, disclosures and reviews, and what is served of them.

import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';
import { appendOnlyTriggers } from '../tables/create.ts';

const STATEMENTS = [
  `create table rationales (
    id text primary key,
    run_id text references runs (id),
    withdrawal_id text references withdrawal_requests (id),
    changelog_id text references changelog (id),
    provider_id text not null references providers (id),
    text text not null,
    written_by text not null references staff (id),
    written_at bigint not null,
    check ((case when run_id is null then 0 else 1 end) + (case when withdrawal_id is null then 0 else 1 end) + (case when changelog_id is null then 0 else 1 end) = 1)
  )`,
  'create index rationales_by_run on rationales (run_id, provider_id)',
  'create index rationales_by_withdrawal on rationales (withdrawal_id)',
  'create index rationales_by_entry on rationales (changelog_id)',
  `create table rationale_reviews (
    rationale_id text primary key references rationales (id),
    decision text not null check (decision in ('approved', 'returned')),
    reviewed_by text not null references staff (id),
    reviewed_at bigint not null,
    reason text
  )`,
  `create table published_rationales (
    seq bigint primary key,
    changelog_id text not null unique references changelog (id),
    provider_id text not null references providers (id),
    verification_id text not null references indicators (verification_id),
    rationale_id text not null references rationales (id),
    text text not null,
    published_at bigint not null,
    chain_list bigint
  )`,
  'create index published_rationales_by_provider on published_rationales (provider_id, seq)',
  'create index published_rationales_by_indicator on published_rationales (verification_id)',
  'create index published_rationales_by_time on published_rationales (published_at)',
  'create index published_rationales_by_chain_list on published_rationales (chain_list)',
  `create table disclosure_entries (
    seq bigint primary key,
    provider_id text references providers (id),
    content text not null,
    set_at bigint not null,
    request_id text not null references requests (id)
  )`,
  `create table disclosures (
    seq bigint primary key,
    provider_id text not null references providers (id),
    verification_id text not null references indicators (verification_id),
    content text not null,
    published_at bigint not null,
    chain_list bigint
  )`,
  'create index disclosures_by_provider on disclosures (provider_id, seq)',
  'create index disclosures_by_time on disclosures (published_at)',
  'create index disclosures_by_chain_list on disclosures (chain_list)',
  `create table review_marks (
    seq bigint primary key,
    provider_id text not null references providers (id),
    verification_id text not null references indicators (verification_id),
    marked_at bigint not null,
    direction text check (direction in ('up', 'down', 'developing')),
    since bigint,
    until bigint,
    reason text not null,
    cause text not null check (cause in ('committee', 'awaiting_committee')),
    chain_list bigint,
    check ((direction is null) = (since is null)),
    check ((direction is null) = (until is null))
  )`,
  'create index review_marks_by_provider on review_marks (provider_id, seq)',
  'create index review_marks_by_time on review_marks (marked_at)',
  'create index review_marks_by_chain_list on review_marks (chain_list)',
  "create index log_leaves_of_analysis on log_leaves (leaf_hash) where kind in ('rationale', 'disclosures', 'review')",
  'alter table served_indicators add column review_direction text',
  'alter table served_indicators add column review_since bigint',
  'alter table served_indicators add column review_until bigint',
  'alter table served_indicators add column review_reason text',
  'alter table served_indicators add column rationale_seq bigint',
  'alter table served_indicators add column disclosures_seq bigint',
  'create index served_indicators_reviewed on served_indicators (review_until) where review_until is not null',
];

const APPEND_ONLY = [
  'rationales',
  'rationale_reviews',
  'published_rationales',
  'disclosure_entries',
  'disclosures',
  'review_marks',
];

export async function up(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  for (const table of APPEND_ONLY)
    for (const trigger of appendOnlyTriggers(table, kind)) await sql.raw(trigger).execute(db);
}
