// Secrets of single webhook endpoints, and events that are for one workspace alone.

import { type Kysely, sql } from 'kysely';
import { appendEntries, digestRows, newSalt } from '../records/chain.ts';
import type { Writes } from '../store.ts';

const STATEMENTS = [
  // Without a secret of its own, a row stands for the secret of the workspace.
  `create table endpoint_secrets (
    endpoint_id text not null references webhook_endpoints (id),
    version integer not null,
    sealed_secret text,
    created_at bigint not null,
    retires_at bigint,
    primary key (endpoint_id, version)
  )`,
  // No foreign key: a restore inserts events before workspaces.
  'alter table events add column workspace_id text',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  await subscribeToDisabledEndpoints(db as Kysely<Tables>);
}

interface Tables {
  webhook_endpoints: { id: string; event_types: string };
  record_chain: {
    seq: number;
    table_name: string;
    row_key: string | null;
    salt: string | null;
  };
}

const OLD_DEFAULT_TYPES = [
  ...['score.published', 'score.changed', 'band.changed', 'score.corrected', 'score.withdrawn'],
  ...['score.reinstated', 'score.stale', 'score.stale_ended', 'methodology.announced'],
  ...['methodology.published', 'issuance.new', 'issuance.status_changed'],
];
const NEW_TYPE = 'webhook.endpoint_disabled';

/** An endpoint that was sent every type by default is also sent the new one. */
async function subscribeToDisabledEndpoints(db: Kysely<Tables>): Promise<void> {
  const endpoints = await db.selectFrom('webhook_endpoints').select(['id', 'event_types']).execute();
  for (const { id, event_types } of endpoints) {
    const types = JSON.parse(event_types) as string[];
    if (!OLD_DEFAULT_TYPES.every((type) => types.includes(type))) continue;
    await db
      .updateTable('webhook_endpoints')
      .set({ event_types: JSON.stringify([...types, NEW_TYPE]) })
      .where('id', '=', id)
      .execute();
    await chainAgain(db, id);
  }
}

/**
 * The record chain has a digest of the row, so the change needs an entry. A store that gets its chain in the same upgrade
 * has none yet, and takes the row as it is then. The form of entries can never change, so that this code can use it.
 */
async function chainAgain(db: Kysely<Tables>, id: string): Promise<void> {
  const [table_name, row_key] = ['webhook_endpoints', JSON.stringify([id])] as const;
  const { numUpdatedRows } = await db
    .updateTable('record_chain')
    .set({ salt: null })
    .where('table_name', '=', table_name)
    .where('row_key', '=', row_key)
    .where('salt', 'is not', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  const row = await db.selectFrom(table_name).selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const salt = newSalt();
  const entry = { table_name, row_key, list: null, row_count: 1, salt };
  const digest = digestRows(table_name, salt, [row]);
  await appendEntries(db as unknown as Writes, [{ ...entry, digest }]);
}
