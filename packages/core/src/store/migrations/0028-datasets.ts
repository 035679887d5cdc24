// The daily dumps: for each day what was public at its end, as a compressed file, with a signature of the list of all
// dumps up to it.

import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';
import { refuseChanges } from './append-only.ts';

const TABLE = (bytes: string) => `
create table datasets (
  date text primary key,
  record text not null,
  bytes ${bytes} not null,
  made_at bigint not null,
  index_signature text not null
)`;

export async function up(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await sql.raw(TABLE(kind === 'sqlite' ? 'blob' : 'bytea')).execute(db);
  // The bytes are compressed already.
  if (kind === 'postgres')
    await sql.raw('alter table datasets alter column bytes set storage external').execute(db);
  await refuseChanges(db, kind, ['datasets']);
}
