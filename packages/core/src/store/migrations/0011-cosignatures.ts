// Cosignatures: what witnesses of the log signed. They are kept beside the checkpoints, whose notes have only the
// signatures of the service.

import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';
import { refuseChanges } from './append-only.ts';

const STATEMENTS = [
  `create table cosignatures (
    tree_size bigint not null references checkpoints (tree_size),
    witness_key_id text not null,
    witness_name text not null,
    line text not null,
    created_at bigint not null,
    primary key (tree_size, witness_key_id)
  )`,
  'create index cosignatures_by_witness on cosignatures (witness_key_id, tree_size)',
];

export async function up(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  await refuseChanges(db, kind, ['cosignatures']);
}
