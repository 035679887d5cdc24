// Drafts of entries, which belong to one person and end when they are proposed or discarded, and the notes that analysts
// write for the reviewers of a proposal.

import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';
import { refuseChanges } from './append-only.ts';

const TABLES = `
create table entry_drafts (
  id text primary key,
  staff_id text not null references staff (id),
  title text not null,
  row_count integer not null,
  content text not null,
  version integer not null,
  writer text not null,
  created_at bigint not null,
  updated_at bigint not null
);
create index entry_drafts_by_person on entry_drafts (staff_id, updated_at, id);
create table proposal_notes (
  proposal_id text primary key references proposals (id),
  note text not null
)
`;

export async function up(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  for (const statement of TABLES.split(/;\n/)) await sql.raw(statement).execute(db);
  await refuseChanges(db, kind, ['proposal_notes']);
}
