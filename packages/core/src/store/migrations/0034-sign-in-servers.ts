// Adds the servers that two people confirmed for sign-in, how a session began, and links to the OIDC provider that wait for
// a second person.

import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';
import { appendOnlyTriggers } from '../tables/create.ts';

export async function up(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await sql`alter table user_sessions add column method text`.execute(db);
  await sql`alter table sign_in_invitations add column account_id text`.execute(db);
  await sql`
    create table sign_in_servers (
      kind text not null check (kind in ('mail', 'provider')),
      seq bigint not null,
      address text,
      used_as text,
      set_at bigint not null,
      set_by text not null,
      basis text not null check (basis in ('founding', 'as_found', 'two_people')),
      request_id text references requests (id),
      primary key (kind, seq),
      check ((basis = 'two_people') = (request_id is not null))
    )`.execute(db);
  for (const trigger of appendOnlyTriggers('sign_in_servers', kind)) await sql.raw(trigger).execute(db);
}
