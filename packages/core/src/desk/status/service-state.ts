// What the store knows of itself and of what waits to be delivered, for the page about the service.

import { sql } from 'kysely';
import type { Queries, Store } from '../../store/store.ts';

export interface StoreState {
  kind: Store['kind'];
  bytes: number;
  /** The last migration that was applied. */
  migration: string;
}

export async function readStoreState({ db, kind }: Store): Promise<StoreState> {
  const size =
    kind === 'sqlite'
      ? sql<{
          bytes: number;
        }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`;
  const { rows } = await size.execute(db);
  const applied = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db);
  return { kind, bytes: Number(rows[0]!.bytes), migration: applied.rows[0]!.name };
}

export interface DeliveryQueue {
  waiting: number;
  oldest_waiting_at: number | null;
  disabled_endpoints: number;
}

export async function readDeliveryQueue(db: Queries): Promise<DeliveryQueue> {
  const { waiting, oldest } = await db
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => [fn.countAll().as('waiting'), fn.min('created_at').as('oldest')])
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  const { disabled } = await db
    .selectFrom('webhook_endpoints')
    .select(({ fn }) => fn.countAll().as('disabled'))
    .where('disabled_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return {
    waiting: Number(waiting),
    // Without rows the minimum is null, although the types do not say so.
    oldest_waiting_at: (oldest as number | null) === null ? null : Number(oldest),
    disabled_endpoints: Number(disabled),
  };
}
