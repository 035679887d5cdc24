// What was sent, and what came of it: deliveries with filters, and the timeline of one.

import { Refusal } from '../publishing/desk.ts';
import type { Database, DeliveryStatus } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';

export const DELIVERY_STATUSES: readonly DeliveryStatus[] = [
  'pending',
  'waiting',
  'delivered',
  'exhausted',
  'cancelled',
];
const MOST_LISTED = 1000;

export interface DeliveryFilter {
  endpointId?: string | undefined;
  status?: DeliveryStatus | undefined;
  type?: string | undefined;
  eventId?: string | undefined;
  /** Made at this instant or later. */
  since?: number | undefined;
  limit?: number | undefined;
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
  /** Of the newest try. */
  last_code: number | null;
  last_error: string | null;
  /** Null where it is at an end, or waits. */
  next_try_at: number | null;
  created_at: number;
  finished_at: number | null;
}

export type Attempt = Omit<
  Database['webhook_attempts'],
  'endpoint_id' | 'event_id' | 'request_headers' | 'response_headers'
> & {
  request_headers: Record<string, string>;
  response_headers: Record<string, string> | null;
};

export interface DeliveryWithTimeline extends ListedDelivery {
  /** The bytes that every try sends. */
  body: string;
  /** The first try first. */
  attempts: Attempt[];
}

/** Newest first. */
export async function listDeliveries(
  db: Queries,
  workspaceId: string,
  filter: DeliveryFilter = {},
): Promise<ListedDelivery[]> {
  const { endpointId, status, type, eventId, since, limit = 100 } = filter;
  let query = selectDeliveries(db).where('webhook_deliveries.workspace_id', '=', workspaceId);
  if (endpointId !== undefined) query = query.where('endpoint_id', '=', endpointId);
  if (status !== undefined) query = query.where('status', '=', status);
  if (type !== undefined) query = query.where('type', '=', type);
  if (eventId !== undefined) query = query.where('webhook_deliveries.event_id', '=', eventId);
  if (since !== undefined) query = query.where('webhook_deliveries.created_at', '>=', since);
  const rows = await query
    // Ids of events follow time, and there is an index of them.
    .orderBy('webhook_deliveries.event_id', 'desc')
    .orderBy('webhook_deliveries.id', 'desc')
    .limit(Math.min(limit, MOST_LISTED))
    .execute();
  return rows.map(asListed);
}

export async function findDelivery(
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<DeliveryWithTimeline> {
  const row = await selectDeliveries(db)
    .select('body')
    .where('webhook_deliveries.workspace_id', '=', workspaceId)
    .where('webhook_deliveries.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) {
    throw new Refusal('not_found', `The workspace has no delivery ${id}. They are kept for 30 days.`);
  }
  const attempts = await db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('endpoint_id', '=', row.endpoint_id)
    .where('event_id', '=', row.event_id)
    .orderBy('started_at')
    .execute();
  return { ...asListed(row), body: row.body, attempts: attempts.map(asAttempt) };
}

/** Attempts of a workspace that ended at an instant or later, in the order of their ends: for those who follow. */
export async function attemptsSince(
  db: Queries,
  workspaceId: string,
  instant: number,
): Promise<(Attempt & { delivery_id: string; type: string; status: DeliveryStatus })[]> {
  const rows = await db
    .selectFrom('webhook_attempts')
    .innerJoin('webhook_deliveries', (join) =>
      join
        .onRef('webhook_deliveries.endpoint_id', '=', 'webhook_attempts.endpoint_id')
        .onRef('webhook_deliveries.event_id', '=', 'webhook_attempts.event_id'),
    )
    .innerJoin('webhook_messages', (join) =>
      join
        .onRef('webhook_messages.workspace_id', '=', 'webhook_deliveries.workspace_id')
        .onRef('webhook_messages.event_id', '=', 'webhook_deliveries.event_id'),
    )
    .selectAll('webhook_attempts')
    .select(['webhook_deliveries.id as delivery_id', 'type', 'status'])
    .where('webhook_attempts.finished_at', '>=', instant)
    .where('webhook_deliveries.workspace_id', '=', workspaceId)
    .orderBy('webhook_attempts.finished_at')
    .orderBy('webhook_deliveries.id')
    .execute();
  return rows.map(({ type, status, delivery_id, ...row }) => ({
    ...asAttempt(row),
    delivery_id,
    type,
    status,
  }));
}

function selectDeliveries(db: Queries | Writes) {
  return db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'webhook_deliveries.endpoint_id')
    .innerJoin('webhook_messages', (join) =>
      join
        .onRef('webhook_messages.workspace_id', '=', 'webhook_deliveries.workspace_id')
        .onRef('webhook_messages.event_id', '=', 'webhook_deliveries.event_id'),
    )
    .select(['webhook_deliveries.id', 'endpoint_id', 'url', 'webhook_deliveries.event_id', 'type'])
    .select(['provider_id', 'seq', 'is_test', 'status', 'tries', 'last_code', 'last_error', 'due_at'])
    .select(['webhook_deliveries.created_at', 'finished_at']);
}

type SelectedDelivery = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['executeTakeFirstOrThrow']>>;

function asListed(row: SelectedDelivery): ListedDelivery {
  return {
    id: row.id,
    endpoint_id: row.endpoint_id,
    url: row.url,
    event_id: row.event_id,
    type: row.type,
    provider_id: row.provider_id,
    sequence: row.seq,
    test: row.is_test === 1,
    status: row.status,
    tries: row.tries,
    last_code: row.last_code,
    last_error: row.last_error,
    next_try_at: row.status === 'pending' ? row.due_at : null,
    created_at: row.created_at,
    finished_at: row.finished_at,
  };
}

function asAttempt({ endpoint_id: _, event_id: _event, ...row }: Database['webhook_attempts']): Attempt {
  return {
    ...row,
    request_headers: JSON.parse(row.request_headers),
    response_headers: row.response_headers === null ? null : JSON.parse(row.response_headers),
  };
}
