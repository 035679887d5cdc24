// Entries of the record chain get MACs, a kind, and a place among those that decide who may do what. `rf migrate` then makes
// the leaf at which MACs begin.

import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';
import { RECORD_CHAIN_TRIGGERS } from '../tables/log.ts';

const STATEMENTS = [
  "alter table record_chain add column kind text check (kind in ('redaction'))",
  'alter table record_chain add column note text',
  'alter table record_chain add column authority_seq bigint',
  'alter table record_chain add column mac text',
  'create unique index record_chain_authority on record_chain (authority_seq) where authority_seq is not null',
  "create index log_leaves_of_macs on log_leaves (idx) where kind = 'macs'",
  'alter table log_state drop column chain_due',
  // Sessions have entries from now on. Those of today have none, so everybody signs in again.
  'delete from user_sessions',
];

/** The new columns, except for the MAC, never change either. */
const NO_UPDATE = {
  sqlite: 'drop trigger record_chain_no_update',
  postgres: 'drop trigger record_chain_no_update on record_chain',
};

export async function up(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  const [noUpdate] = RECORD_CHAIN_TRIGGERS[kind];
  for (const statement of [...STATEMENTS, NO_UPDATE[kind], noUpdate!]) await sql.raw(statement).execute(db);
}
