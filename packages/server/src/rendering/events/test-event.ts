// Renders the body of a test event from the newest event of its type or, if there is none, from a sample.

import { eventsFor } from '@rf-indicators/core/events/events-for';
import { recordedEvents } from '@rf-indicators/core/events/recorded-events';
import type { Queries, Writes } from '@rf-indicators/core/store/store';
import type { RenderTestEvent, TestEvent } from '@rf-indicators/core/webhooks/test-events';
import { bodyText, EventPayload, newestCheckpoint } from './payload.ts';
import { sampleData } from './sample-events.ts';

export function testEventRenderer(disclosure: string): RenderTestEvent {
  return async (db, event) => {
    const { sequence, text } = await dataOf(db, event, disclosure);
    return { sequence, body: bodyText({ ...event, isTest: true }, text) };
  };
}

async function dataOf(
  db: Queries | Writes,
  { type, isEntitled, workspaceId }: TestEvent,
  disclosure: string,
): Promise<{ sequence: number; text: string }> {
  const checkpoint = await newestCheckpoint(db);
  const newest = eventsFor(db, workspaceId).orderBy('seq', 'desc').limit(1);
  const last = type === 'webhook.test' ? [] : await newest.where('type', '=', type).execute();
  const [event] = await recordedEvents(db, last);
  if (event !== undefined) {
    const text = await new EventPayload(event, { checkpoint, disclosure }).dataText(db, isEntitled);
    return { sequence: event.seq, text };
  }
  const sequence = (await newest.executeTakeFirst())?.seq ?? 0;
  return {
    sequence,
    text: JSON.stringify(sampleData(type, { sequence, checkpoint, disclosure, isEntitled })),
  };
}
