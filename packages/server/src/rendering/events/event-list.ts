// Reads the events of a workspace for catching up, in the form in which webhooks send them.

import type { SubscribableEventType } from '@rf-indicators/contract';
import { eventsFor } from '@rf-indicators/core/events/events-for';
import { latestCheckpoint } from '@rf-indicators/core/log/tiles';
import type { Queries } from '@rf-indicators/core/store/store';
import { type Body, prepareBody } from '../body.ts';
import { bodyText, EventPayload } from './payload.ts';

export interface EventQuery {
  workspaceId: string;
  /** Whether the key is entitled to the detail of scores. */
  isEntitled: boolean;
  /** Only events with a higher sequence number. */
  after: number;
  types: readonly SubscribableEventType[];
  limit: number;
}

export interface EventListContext {
  disclosure: string;
  /** Makes the cursor of the page after a sequence number. */
  cursorAfter: (sequence: number) => string;
}

/** The body differs between workspaces and between tiers, so it must never be kept for other requests. */
export async function readEvents(
  db: Queries,
  query: EventQuery,
  { disclosure, cursorAfter }: EventListContext,
): Promise<Body> {
  const { workspaceId, isEntitled, after, types, limit } = query;
  const visible = eventsFor(db, workspaceId);
  // Read first: sequence numbers become visible in order, so that nothing up to the newest one can appear later.
  const newest = await visible.orderBy('seq', 'desc').limit(1).executeTakeFirst();
  const found = await visible
    .where('seq', '>', after)
    .where('seq', '<=', newest?.seq ?? 0)
    .where('type', 'in', types)
    .orderBy('seq')
    .limit(limit + 1)
    .execute();
  const events = found.slice(0, limit);
  const hasMore = found.length > limit;
  const checkpoint = await latestCheckpoint(db);
  const rendering = { checkpoint: checkpoint?.note ?? null, disclosure };
  const bodies: string[] = [];
  for (const event of events) {
    const { id, type, created_at: createdAt } = event;
    const dataText = await new EventPayload(event, rendering).dataText(db, isEntitled);
    bodies.push(bodyText({ id, type, createdAt, workspaceId, isTest: false }, dataText));
  }
  const nextAfter = hasMore ? events.at(-1)!.seq : Math.max(after, newest?.seq ?? 0);
  const rest = JSON.stringify({
    next_after: nextAfter,
    next_cursor: hasMore ? cursorAfter(nextAfter) : null,
    limitations_disclosure: disclosure,
  });
  return prepareBody(`{"data":[${bodies.join()}],${rest.slice(1)}`, {
    lastModified: Math.max(newest?.created_at ?? 0, checkpoint?.changedAt ?? 0),
  });
}
