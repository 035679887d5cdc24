// The record chain: salted digests of the records that must not change unnoticed. Tables that grow by many rows at once
// get one entry per transaction, and a column that names it.

import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';

const CHAIN = `
create table record_chain (
  seq bigint primary key,
  table_name text not null,
  row_key text,
  list bigint,
  row_count bigint not null,
  salt text,
  digest text not null,
  link text not null
);
create unique index record_chain_current on record_chain (table_name, row_key)
  where salt is not null and row_key is not null;
create index record_chain_by_list on record_chain (list) where list is not null;
create index log_leaves_of_records on log_leaves (idx) where kind = 'records';
alter table log_state rename column baseline_due to chain_due;
update log_state set chain_due = case when exists (select 1 from staff) then 1 else 0 end
`;

const LIST_TABLES = [
  ...['provider_slugs', 'provider_versions', 'recorded_facts', 'evidence', 'proposals', 'decisions'],
  ...['run_items', 'indicators', 'stale_marks', 'changelog', 'events'],
];

/** An entry of the chain stays as it is, except that its salt is erased when a later entry replaces it. */
const PROTECTED_ON_SQLITE = [
  `create trigger record_chain_no_update before update of seq, table_name, row_key, list, row_count, digest, link
    on record_chain begin select raise(abort, 'record_chain is append-only: a record is never changed'); end`,
  `create trigger record_chain_no_delete before delete on record_chain
    begin select raise(abort, 'record_chain is append-only: a record is never changed'); end`,
];
const PROTECTED_ON_POSTGRES = [
  `create trigger record_chain_no_update before update of seq, table_name, row_key, list, row_count, digest, link
    on record_chain for each row execute function rf_refuse_change()`,
  `create trigger record_chain_no_delete before delete on record_chain for each row execute function rf_refuse_change()`,
  `create trigger record_chain_no_truncate before truncate on record_chain
    for each statement execute function rf_refuse_change()`,
];

export async function up(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  for (const statement of CHAIN.split(/;\n/)) await sql.raw(statement).execute(db);
  for (const table of LIST_TABLES) {
    await sql.raw(`alter table ${table} add column chain_list bigint`).execute(db);
    await sql.raw(`create index ${table}_by_chain_list on ${table} (chain_list)`).execute(db);
  }
  const triggers = kind === 'sqlite' ? PROTECTED_ON_SQLITE : PROTECTED_ON_POSTGRES;
  for (const statement of triggers) await sql.raw(statement).execute(db);
}
