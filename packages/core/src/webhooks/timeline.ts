// Reads the attempts of one delivery, or the latest attempts of a workspace.

import { ListOrder, type Portion } from '../context/paging.ts';
import type { Database, DeliveryStatus } from '../store/schema.ts';
import type { Queries } from '../store/store.ts';
import { deliveryId } from './delivery-ids.ts';

export type Attempt = Omit<
  Database['webhook_attempts'],
  'endpoint_id' | 'event_id' | 'request_headers' | 'response_headers'
> & {
  request_headers: Record<string, string>;
  response_headers: Record<string, string> | null;
};

/** Oldest first. */
export async function attemptsOf(db: Queries, endpointId: string, eventId: string): Promise<Attempt[]> {
  const rows = await db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .where('event_id', '=', eventId)
    .orderBy('started_at')
    .execute();
  return rows.map(asAttempt);
}

export interface ListedAttempt extends Attempt {
  endpoint_id: string;
  event_id: string;
  delivery_id: string;
  type: string;
  status: DeliveryStatus;
}

export const ATTEMPT_ORDER = new ListOrder<ListedAttempt>(
  'attempts',
  [
    { by: 'webhook_attempts.finished_at', type: 'integer' },
    { by: 'webhook_attempts.event_id', type: 'text' },
    { by: 'webhook_attempts.endpoint_id', type: 'text' },
    { by: 'webhook_attempts.started_at', type: 'integer' },
  ],
  ({ finished_at, event_id, endpoint_id, started_at }) => [finished_at, event_id, endpoint_id, started_at],
);

/** Attempts of a workspace that finished at an instant or later, in that order; used to follow them live. */
export async function attemptsSince(
  db: Queries,
  workspaceId: string,
  instant: number,
  portion: Portion = {},
): Promise<ListedAttempt[]> {
  const query = db
    .selectFrom('webhook_attempts')
    .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'webhook_attempts.endpoint_id')
    .innerJoin('webhook_deliveries', (join) =>
      join
        .onRef('webhook_deliveries.endpoint_id', '=', 'webhook_attempts.endpoint_id')
        .onRef('webhook_deliveries.event_id', '=', 'webhook_attempts.event_id'),
    )
    .innerJoin('webhook_messages', (join) =>
      join
        .onRef('webhook_messages.workspace_id', '=', 'webhook_endpoints.workspace_id')
        .onRef('webhook_messages.event_id', '=', 'webhook_attempts.event_id'),
    )
    .selectAll('webhook_attempts')
    .select(['type', 'status'])
    .where('webhook_attempts.finished_at', '>=', instant)
    .where('webhook_endpoints.workspace_id', '=', workspaceId);
  const rows = await ATTEMPT_ORDER.select(query, portion).execute();
  return rows.map(({ type, status, ...row }) => ({
    ...asAttempt(row),
    endpoint_id: row.endpoint_id,
    event_id: row.event_id,
    delivery_id: deliveryId(row.endpoint_id, row.event_id),
    type,
    status,
  }));
}

function asAttempt({ endpoint_id: _, event_id: _event, ...row }: Database['webhook_attempts']): Attempt {
  return {
    ...row,
    request_headers: JSON.parse(row.request_headers),
    response_headers: row.response_headers === null ? null : JSON.parse(row.response_headers),
  };
}
