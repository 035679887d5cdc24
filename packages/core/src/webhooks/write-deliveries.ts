// Inserts new messages and deliveries in bulk.

import { inPortions } from '../store/bulk.ts';
import type { Database, DeliveryStatus } from '../store/schema.ts';
import type { StoreKind, Writes } from '../store/store.ts';
import { withGiven } from './records.ts';

export type NewMessage = Omit<Database['webhook_messages'], 'created_at'>;

export interface NewDelivery {
  endpoint_id: string;
  event_id: string;
  status: Extract<DeliveryStatus, 'pending' | 'waiting'>;
}

/** Lower than for deliveries, because messages contain bodies. */
const MESSAGES_AT_ONCE = 500;

export async function writeMessages(
  kind: StoreKind,
  writes: Writes,
  messages: readonly NewMessage[],
  now: number,
): Promise<void> {
  const columns = {
    workspace_id: 'text',
    event_id: 'text',
    type: 'text',
    provider_id: 'text',
    seq: 'bigint',
    is_test: 'bigint',
    body: 'text',
    mac: 'text',
  } as const;
  for (const portion of inPortions(messages, MESSAGES_AT_ONCE)) {
    const statement = `insert into webhook_messages
      (workspace_id, event_id, type, provider_id, seq, is_test, body, mac, created_at)
      select workspace_id, event_id, type, provider_id, seq, is_test, body, mac, cast(? as bigint) from given`;
    await withGiven(kind, writes, columns, portion, statement, [now]);
  }
}

export async function writeDeliveries(
  kind: StoreKind,
  writes: Writes,
  deliveries: readonly NewDelivery[],
  now: number,
): Promise<void> {
  const columns = { endpoint_id: 'text', event_id: 'text', status: 'text' } as const;
  const statement = `insert into webhook_deliveries
    (endpoint_id, event_id, status, step, tries, due_at, created_at)
    select endpoint_id, event_id, status, 0, 0, cast(? as bigint), cast(? as bigint) from given`;
  for (const portion of inPortions(deliveries)) {
    await withGiven(kind, writes, columns, portion, statement, [now, now]);
  }
}
