// Adds the specimens: providers whose packages anyone may read.

import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';
import { appendOnlyTriggers } from '../tables/create.ts';

export async function up(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await sql`
    create table specimens (
      seq bigint primary key,
      provider_id text not null references providers (id),
      state text not null check (state in ('named', 'ended')),
      since bigint not null,
      request_id text not null references requests (id)
    )`.execute(db);
  for (const trigger of appendOnlyTriggers('specimens', kind)) await sql.raw(trigger).execute(db);
}
