// Notes on providers, which are never changed; and an index that finds providers by their type.

import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';
import { refuseChanges } from './append-only.ts';

const STATEMENTS = [
  `create table provider_notes (
    id text primary key,
    provider_id text not null references providers (id),
    text text not null,
    written_by text not null references staff (id),
    written_at bigint not null
  )`,
  'create index provider_notes_by_provider on provider_notes (provider_id, written_at)',
  `create index proposals_of_types on proposals (provider_id, value, id) where input_id = 'planner_type'`,
];

export async function up(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  await refuseChanges(db, kind, ['provider_notes']);
}
