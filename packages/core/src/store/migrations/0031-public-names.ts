// Adds the table of public names, which the log covers.

import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';
import { appendOnlyTriggers } from '../tables/create.ts';

export async function up(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await sql`create table provider_namings (
    seq bigint primary key,
    provider_id text not null references providers (id),
    named_at bigint not null,
    name text not null,
    slug text not null,
    aliases text not null,
    subtype text not null,
    website text,
    reason text,
    named_by text not null,
    approved_by text references staff (id),
    chain_list bigint,
    check (approved_by is null or approved_by <> named_by),
    check ((reason is null) = (approved_by is null))
  )`.execute(db);
  await sql`create index provider_namings_by_provider on provider_namings (provider_id, seq)`.execute(db);
  await sql`create index provider_namings_by_chain_list on provider_namings (chain_list)`.execute(db);
  for (const trigger of appendOnlyTriggers('provider_namings', kind)) await sql.raw(trigger).execute(db);
}
