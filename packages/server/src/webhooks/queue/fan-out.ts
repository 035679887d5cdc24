// Fans out events: creates a delivery for each subscribed endpoint. A cursor moves in the same transaction, so that
// several nodes can do this at once and each event is fanned out exactly once.

import { entitlementsOf } from '@rf-indicators/contract';
import { asWorkspace } from '@rf-indicators/core/accounts/workspaces';
import type { Context } from '@rf-indicators/core/context/context';
import { recordedEvents } from '@rf-indicators/core/events/recorded-events';
import { readEventData } from '@rf-indicators/core/store/event-data';
import { provedRows } from '@rf-indicators/core/store/records/proved';
import type { Queries, Writes } from '@rf-indicators/core/store/store';
import { moveCursor, readCursor } from '@rf-indicators/core/webhooks/cursor';
import { asEndpoint } from '@rf-indicators/core/webhooks/endpoints';
import type { MessageProof } from '@rf-indicators/core/webhooks/message-proof';
import { readCommitted } from '@rf-indicators/core/webhooks/records';
import {
  type NewDelivery,
  type NewMessage,
  writeDeliveries,
  writeMessages,
} from '@rf-indicators/core/webhooks/write-deliveries';
import { bodyText, EventPayload, type EventRow, newestCheckpoint } from '../../rendering/events/payload.ts';

const EVENTS_AT_ONCE = 200;
/** If one event needs more than this, it is fanned out alone. */
const DELIVERIES_AT_ONCE = 1000;

interface Subscriber {
  endpoint: ReturnType<typeof asEndpoint>;
  fromSeq: number;
  isEntitled: boolean;
}

export interface FanOutChecks {
  /** Proves the bodies; without it they are rendered again before they are sent. */
  proof?: MessageProof;
  /** An event was changed or added by somebody who can write to the database, so nobody gets it. */
  onAltered?: (event: EventRow) => void;
}

/** Returns the number of deliveries that were created; null if there was nothing to do. */
export async function fanOut(
  context: Context,
  disclosure: string,
  { proof, onAltered }: FanOutChecks = {},
): Promise<number | null> {
  const { db } = context.store;
  const cursor = await readCursor(db);
  const newest = await newestEvent(db);
  if (newest <= cursor) return null;
  const subscribers = await readSubscribers(db);
  const events = await nextEvents(db, cursor, newest, subscribers);
  if (events.length === 0) return null;
  // Read after the events, so that the checkpoint covers the changes that they report.
  const rendering = { checkpoint: await newestCheckpoint(db), disclosure };
  const recorded = await recordedEvents(db, events);
  for (const event of events) if (!recorded.includes(event)) onAltered?.(event);
  const payloads = recorded.map((event) => new EventPayload(event, rendering));
  // The detail of a score requires recomputing it, which must not happen inside the transaction.
  for (const payload of payloads) {
    for (const { isEntitled } of subscribers.filter((one) => isFor(one, payload.event))) {
      await payload.dataText(db, isEntitled);
    }
  }
  const last = events.at(-1)!.seq;
  return readCommitted(context.store, async (writes) => {
    if (!(await moveCursor(writes, cursor, last))) return 0;
    return subscribers.length === 0 ? 0 : writeAll(context, writes, payloads, proof);
  });
}

/**
 * The cursor skips events that are older than all subscribers: there may be many, because nobody fans out events before
 * the first endpoint is added. Without subscribers it skips to the newest event that existed when they were read; later
 * events may already have one.
 */
async function nextEvents(
  db: Queries,
  cursor: number,
  newest: number,
  subscribers: readonly Subscriber[],
): Promise<EventRow[]> {
  const query = db.selectFrom('events').selectAll().where('seq', '>', cursor);
  const skipped = Math.min(newest, ...subscribers.map(({ fromSeq }) => fromSeq));
  if (skipped > cursor) {
    const last = await query.where('seq', '<=', skipped).orderBy('seq', 'desc').limit(1).execute();
    if (last.length > 0 || subscribers.length === 0) return last;
  }
  const atOnce = Math.max(1, Math.min(EVENTS_AT_ONCE, Math.floor(DELIVERIES_AT_ONCE / subscribers.length)));
  return query.where('seq', '<=', newest).orderBy('seq').limit(atOnce).execute();
}

async function newestEvent(db: Queries): Promise<number> {
  const row = await db
    .selectFrom('events')
    .select(({ fn }) => fn.max('seq').as('last'))
    .executeTakeFirst();
  return Number(row?.last ?? 0);
}

/** Including disabled endpoints, whose deliveries wait. */
async function readSubscribers(db: Queries | Writes): Promise<Subscriber[]> {
  // What somebody wrote into the database sends no event anywhere, and opens no detail that is paid for.
  const rows = await provedRows(db, 'webhook_endpoints', () =>
    db.selectFrom('webhook_endpoints').selectAll().where('removed_at', 'is', null).execute(),
  );
  const workspaces = await provedRows(db, 'workspaces', () =>
    db
      .selectFrom('workspaces')
      .selectAll()
      .where('id', 'in', (select) => select.selectFrom('webhook_endpoints').select('workspace_id'))
      .execute(),
  );
  const entitled = new Map(
    workspaces
      .map(asWorkspace)
      .map(({ id, tier, entitlements }) => [id, entitlementsOf(tier, entitlements).includes('scores')]),
  );
  return rows.map((row) => ({
    endpoint: asEndpoint(row),
    fromSeq: row.from_seq,
    isEntitled: entitled.get(row.workspace_id) ?? false,
  }));
}

function isFor({ endpoint, fromSeq }: Subscriber, event: EventRow): boolean {
  const { seq, type, provider_id, workspace_id } = event;
  // First of all: an event about a workspace reaches no other.
  if (workspace_id !== null && workspace_id !== endpoint.workspace_id) return false;
  if (seq <= fromSeq || !endpoint.event_types.includes(type)) return false;
  if (isAboutEndpoint(event, endpoint.id)) return false;
  const { provider_ids } = endpoint;
  // An event without a provider is for all endpoints.
  return provider_ids.length === 0 || provider_id === null || provider_ids.includes(provider_id);
}

/** The news that an endpoint was disabled is for the other ones: by itself it would be told after it works again. */
function isAboutEndpoint({ type, data }: EventRow, endpointId: string): boolean {
  return type === 'webhook.endpoint_disabled' && readEventData({ type, data }).endpoint_id === endpointId;
}

async function writeAll(
  context: Context,
  writes: Writes,
  payloads: readonly EventPayload[],
  proof: MessageProof | undefined,
): Promise<number> {
  const { kind } = context.store;
  // Read again: the transaction has locked the cursor, so no endpoint is enabled or disabled until the commit.
  const subscribers = await readSubscribers(writes);
  const now = context.clock();
  const messages: NewMessage[] = [];
  const deliveries: NewDelivery[] = [];
  for (const payload of payloads) {
    const { event } = payload;
    const workspaceIds = new Set<string>();
    for (const subscriber of subscribers.filter((one) => isFor(one, event))) {
      const { endpoint, isEntitled } = subscriber;
      const { workspace_id } = endpoint;
      if (!workspaceIds.has(workspace_id)) {
        workspaceIds.add(workspace_id);
        const dataText = await payload.dataText(writes, isEntitled);
        const { id, type, created_at: createdAt } = event;
        const envelope = { id, type, createdAt, workspaceId: workspace_id, isTest: false };
        const body = bodyText(envelope, dataText);
        const message = { workspace_id, event_id: id, is_test: 0, body };
        messages.push({
          ...message,
          type,
          provider_id: event.provider_id,
          seq: event.seq,
          mac: proof?.macOf(message) ?? null,
        });
      }
      const status = endpoint.enabled ? 'pending' : 'waiting';
      deliveries.push({ endpoint_id: endpoint.id, event_id: event.id, status });
    }
  }
  await writeMessages(kind, writes, messages, now);
  // In the order of the primary key, so that the insert touches few pages.
  deliveries.sort((a, b) => (a.endpoint_id < b.endpoint_id ? -1 : Number(a.endpoint_id > b.endpoint_id)));
  await writeDeliveries(kind, writes, deliveries, now);
  return deliveries.length;
}
