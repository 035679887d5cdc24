// Adds the record of the committee: votes, recusals, minutes and outcomes; and an index for who has read some evidence.

import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';
import { appendOnlyTriggers } from '../tables/create.ts';

export async function up(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await sql`
    create table committee_entries (
      scope text not null,
      seq integer not null,
      kind text not null check (kind in ('opened', 'vote', 'recusal', 'waiver', 'minute', 'outcome', 'cancelled')),
      staff_id text references staff (id),
      at bigint not null,
      content text not null,
      primary key (scope, seq)
    )`.execute(db);
  await sql
    .raw(`create index committee_entries_opened on committee_entries (at, scope) where kind = 'opened'`)
    .execute(db);
  await sql
    .raw('create index evidence_showings_by_evidence on evidence_showings (evidence_id, shown_at)')
    .execute(db);
  for (const trigger of appendOnlyTriggers('committee_entries', kind)) await sql.raw(trigger).execute(db);
}
