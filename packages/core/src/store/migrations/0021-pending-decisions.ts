// What the approvals queue in the browser needs on record: decisions that can still be taken back, which evidence was
// shown to whom, and questions to the person who proposed an input with their answers. A pending decision is not in the
// table of decisions, so nothing that reads decisions can take it for one.

import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';
import { refuseChanges } from './append-only.ts';

const STATEMENTS = [
  `create table pending_decisions (
    proposal_id text primary key references proposals (id),
    group_id text not null,
    proposed_by text not null references staff (id),
    decision text not null check (decision in ('approved', 'rejected')),
    decided_by text not null references staff (id),
    decided_at bigint not null,
    in_force_at bigint not null,
    reason text,
    seen_value text,
    lapsed_at bigint,
    lapsed_because text,
    check (decided_by <> proposed_by),
    check (in_force_at > decided_at)
  )`,
  // Undecided proposals are few among hundreds of thousands.
  `create table open_proposals (proposal_id text primary key references proposals (id))`,
  `insert into open_proposals
    select p.id from proposals p left join decisions d on d.proposal_id = p.id where d.proposal_id is null`,
  'create index pending_decisions_due on pending_decisions (in_force_at)',
  `create table evidence_showings (
    staff_id text not null references staff (id),
    evidence_id text not null references evidence (id),
    how text not null check (how in ('quote', 'page')),
    shown_at bigint not null,
    primary key (staff_id, evidence_id, how)
  )`,
  `create table proposal_messages (
    id text primary key,
    proposal_id text not null references proposals (id),
    kind text not null check (kind in ('question', 'answer')),
    message text not null,
    written_by text not null references staff (id),
    written_at bigint not null
  )`,
  'create index proposal_messages_by_proposal on proposal_messages (proposal_id, written_at)',
];

export async function up(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  await refuseChanges(db, kind, ['evidence_showings', 'proposal_messages']);
}
