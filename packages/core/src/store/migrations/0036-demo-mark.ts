// Adds the mark of demos. Stores that exist have none.

import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';
import { appendOnlyTriggers } from '../tables/create.ts';

export async function up(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await sql`
    create table demo_mark (
      id integer primary key check (id = 1),
      begins_at bigint not null
    )`.execute(db);
  for (const trigger of appendOnlyTriggers('demo_mark', kind)) await sql.raw(trigger).execute(db);
}
