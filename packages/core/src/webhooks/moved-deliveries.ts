// Deliveries that are new or were attempted lately, for pages that follow them live.

import type { Queries } from '../store/store.ts';
import { DELIVERY_ORDER, type ListedDelivery, selectedDeliveries } from './deliveries.ts';

/** The most deliveries of one workspace that are reported one by one. */
export const MOST_MOVED = 200;
const MOST_ATTEMPTS = 5000;

export interface MovedDeliveries {
  /** Newest first. */
  deliveries: ListedDelivery[];
  /** Whether more moved than are listed. */
  more: boolean;
}

interface DeliveryKey {
  endpoint_id: string;
  event_id: string;
}

/** By workspace; those where nothing moved are absent. One call serves all workspaces that are being followed. */
export async function movedDeliveries(
  db: Queries,
  workspaceIds: readonly string[],
  since: number,
): Promise<Map<string, MovedDeliveries>> {
  if (workspaceIds.length === 0) return new Map();
  const endpoints = await db
    .selectFrom('webhook_endpoints')
    .select(['id', 'workspace_id'])
    .where('workspace_id', 'in', [...workspaceIds])
    .execute();
  const workspaceOf = new Map(endpoints.map(({ id, workspace_id }) => [id, workspace_id]));
  // Of all workspaces, because attempts are indexed by time alone.
  const attempted = await db
    .selectFrom('webhook_attempts')
    .select(['endpoint_id', 'event_id'])
    .where('finished_at', '>=', since)
    .orderBy('finished_at', 'desc')
    .limit(MOST_ATTEMPTS)
    .execute();
  const keys: DeliveryKey[] = attempted.filter(({ endpoint_id }) => workspaceOf.has(endpoint_id));
  for (const { id } of endpoints) keys.push(...(await newOf(db, id, since)));
  const moved = new Map<string, MovedDeliveries>();
  for (const [workspaceId, own] of Map.groupBy(keys, ({ endpoint_id }) => workspaceOf.get(endpoint_id)!)) {
    const distinct = [...new Map(own.map((key) => [`${key.event_id} ${key.endpoint_id}`, key])).values()];
    const newest = distinct.toSorted((a, b) => (a.event_id < b.event_id ? 1 : -1)).slice(0, MOST_MOVED);
    moved.set(workspaceId, {
      deliveries: await readDeliveries(db, newest),
      more: distinct.length > MOST_MOVED || attempted.length === MOST_ATTEMPTS,
    });
  }
  return moved;
}

/** By the time in their event ids, which the primary key has in order. */
function newOf(db: Queries, endpointId: string, since: number): Promise<DeliveryKey[]> {
  return db
    .selectFrom('webhook_deliveries')
    .select(['endpoint_id', 'event_id'])
    .where('endpoint_id', '=', endpointId)
    .where('event_id', '>=', firstIdAt(since))
    .orderBy('event_id', 'desc')
    .limit(MOST_MOVED + 1)
    .execute();
}

async function readDeliveries(db: Queries, keys: readonly DeliveryKey[]): Promise<ListedDelivery[]> {
  const found: ListedDelivery[] = [];
  for (const [endpointId, own] of Map.groupBy(keys, ({ endpoint_id }) => endpoint_id)) {
    const eventIds = own.map(({ event_id }) => event_id);
    found.push(...(await selectedDeliveries(db, endpointId, eventIds)));
  }
  return DELIVERY_ORDER.sorted(found);
}

/** Not greater than any UUIDv7 of this millisecond or a later one. */
function firstIdAt(instant: number): string {
  const hex = Math.max(0, Math.floor(instant)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}
