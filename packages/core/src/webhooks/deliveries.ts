// Lists deliveries with filters, and reads one delivery with its attempts.

import { ListOrder, type Portion } from '../context/paging.ts';
import { Refusal } from '../context/refusal.ts';
import type { DeliveryStatus } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';
import { deliveryId, parseDeliveryId } from './delivery-ids.ts';
import { type Attempt, attemptsOf } from './timeline.ts';

export const DELIVERY_STATUSES: readonly DeliveryStatus[] = [
  'pending',
  'waiting',
  'delivered',
  'exhausted',
  'cancelled',
];

export interface DeliveryFilter {
  endpointId?: string | undefined;
  status?: DeliveryStatus | undefined;
  type?: string | undefined;
  event_id?: string | undefined;
  /** Created at this instant or later. */
  since?: number | undefined;
  until?: number | undefined;
}

export interface ListedDelivery {
  id: string;
  endpoint_id: string;
  url: string;
  event_id: string;
  type: string;
  provider_id: string | null;
  sequence: number;
  test: boolean;
  status: DeliveryStatus;
  tries: number;
  /** Of the latest attempt. */
  last_code: number | null;
  last_error: string | null;
  /** Null if the delivery is finished or waiting. */
  next_try_at: number | null;
  created_at: number;
  finished_at: number | null;
}

export interface DeliveryWithTimeline extends ListedDelivery {
  /** The bytes that every attempt sends. */
  body: string;
  /** Oldest first. */
  attempts: Attempt[];
}

export const DELIVERY_ORDER = new ListOrder<ListedDelivery>(
  'deliveries',
  [
    { by: 'webhook_deliveries.event_id', type: 'text', descending: true },
    { by: 'webhook_deliveries.endpoint_id', type: 'text', descending: true },
  ],
  ({ event_id, endpoint_id }) => [event_id, endpoint_id],
);

/** Newest first. */
export async function listDeliveries(
  db: Queries,
  workspaceId: string,
  filter: DeliveryFilter = {},
  portion: Portion = {},
): Promise<ListedDelivery[]> {
  const all: ListedDelivery[] = [];
  // One query per endpoint: the primary key provides the deliveries of an endpoint in the order of their event ids.
  for (const { id } of await allEndpoints(db, workspaceId)) {
    if (filter.endpointId === undefined || filter.endpointId === id) {
      all.push(...(await listOfEndpoint(db, id, filter, portion)));
    }
  }
  return DELIVERY_ORDER.sorted(all).slice(0, portion.limit);
}

async function listOfEndpoint(
  db: Queries,
  endpointId: string,
  { status, type, event_id, since, until }: DeliveryFilter,
  portion: Portion,
): Promise<ListedDelivery[]> {
  let query = selectDeliveries(db).where('webhook_deliveries.endpoint_id', '=', endpointId);
  if (status !== undefined) query = query.where('status', '=', status);
  if (type !== undefined) query = query.where('type', '=', type);
  if (event_id !== undefined) query = query.where('webhook_deliveries.event_id', '=', event_id);
  if (since !== undefined) query = query.where('webhook_deliveries.created_at', '>=', since);
  if (until !== undefined) query = query.where('webhook_deliveries.created_at', '<=', until);
  const rows = await DELIVERY_ORDER.select(query, portion).execute();
  return rows.map(asListed);
}

/** These deliveries of an endpoint, in no particular order. */
export async function selectedDeliveries(
  db: Queries,
  endpointId: string,
  eventIds: readonly string[],
): Promise<ListedDelivery[]> {
  const rows = await selectDeliveries(db)
    .where('webhook_deliveries.endpoint_id', '=', endpointId)
    .where('webhook_deliveries.event_id', 'in', [...eventIds])
    .execute();
  return rows.map(asListed);
}

export async function findDelivery(
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<DeliveryWithTimeline> {
  const { endpoint_id, event_id } = await requireDelivery(db, workspaceId, id);
  const row = await selectDeliveries(db)
    .select('body')
    .where('webhook_deliveries.endpoint_id', '=', endpoint_id)
    .where('webhook_deliveries.event_id', '=', event_id)
    .executeTakeFirstOrThrow();
  const attempts = await attemptsOf(db, endpoint_id, event_id);
  return { ...asListed(row), body: row.body, attempts };
}

export async function requireDelivery(
  db: Queries | Writes,
  workspaceId: string,
  id: string,
): Promise<{ endpoint_id: string; event_id: string; status: DeliveryStatus }> {
  const parsed = parseDeliveryId(id);
  const endpoints = await allEndpoints(db, workspaceId);
  const endpoint = endpoints.find((one) => parsed !== null && one.id.endsWith(parsed.endpointEnd));
  const found =
    parsed &&
    endpoint &&
    (await db
      .selectFrom('webhook_deliveries')
      .select(['endpoint_id', 'event_id', 'status'])
      .where('endpoint_id', '=', endpoint.id)
      .where('event_id', '=', parsed.eventId)
      .executeTakeFirst());
  if (found) return found;
  throw new Refusal('not_found', `The workspace has no delivery ${id}. Deliveries are kept for 30 days.`);
}

/** Including removed endpoints. */
function allEndpoints(db: Queries | Writes, workspaceId: string): Promise<{ id: string }[]> {
  return db.selectFrom('webhook_endpoints').select('id').where('workspace_id', '=', workspaceId).execute();
}

function selectDeliveries(db: Queries | Writes) {
  return db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'webhook_deliveries.endpoint_id')
    .innerJoin('webhook_messages', (join) =>
      join
        .onRef('webhook_messages.workspace_id', '=', 'webhook_endpoints.workspace_id')
        .onRef('webhook_messages.event_id', '=', 'webhook_deliveries.event_id'),
    )
    .select(['endpoint_id', 'url', 'webhook_deliveries.event_id', 'type', 'provider_id', 'seq', 'is_test'])
    .select(['status', 'tries', 'last_code', 'last_error', 'due_at'])
    .select(['webhook_deliveries.created_at', 'finished_at']);
}

type SelectedDelivery = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['executeTakeFirstOrThrow']>>;

function asListed({ seq, is_test, due_at, ...row }: SelectedDelivery): ListedDelivery {
  return {
    id: deliveryId(row.endpoint_id, row.event_id),
    endpoint_id: row.endpoint_id,
    url: row.url,
    event_id: row.event_id,
    type: row.type,
    provider_id: row.provider_id,
    sequence: seq,
    test: is_test === 1,
    status: row.status,
    tries: row.tries,
    last_code: row.last_code,
    last_error: row.last_error,
    next_try_at: row.status === 'pending' ? due_at : null,
    created_at: row.created_at,
    finished_at: row.finished_at,
  };
}
