// Adds when the next evidence of an indicator lapses, and from when it is stale. The values come with its snapshot, which is
// made again in the background.

import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  'alter table prepared_snapshots add column next_lapse_at bigint',
  'alter table prepared_snapshots add column stale_from bigint',
  'alter table served_indicators add column next_lapse_at bigint',
  'alter table served_indicators add column stale_from bigint',
  'create index served_indicators_lapsing on served_indicators (stale_from) where stale_since is null',
  'create index served_indicators_undated on served_indicators (provider_id) where next_lapse_at is null',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
