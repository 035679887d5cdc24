// Renders the body of a test event from the newest event of its type or, if there is none, from a sample.

import { eventsFor } from '@rf-indicators/core/events/events-for';
import type { Writes } from '@rf-indicators/core/store/store';
import type { RenderTestEvent, TestEvent } from '@rf-indicators/core/webhooks/test-events';
import { bodyText, EventPayload, newestCheckpoint } from './payload.ts';
import { sampleData } from './sample-events.ts';

export function testEventRenderer(disclosure: string): RenderTestEvent {
  return async (writes, event) => {
    const { sequence, text } = await dataOf(writes, event, disclosure);
    return { sequence, body: bodyText({ ...event, isTest: true }, text) };
  };
}

async function dataOf(
  writes: Writes,
  { type, isEntitled, workspaceId }: TestEvent,
  disclosure: string,
): Promise<{ sequence: number; text: string }> {
  const checkpoint = await newestCheckpoint(writes);
  const newest = eventsFor(writes, workspaceId).orderBy('seq', 'desc').limit(1);
  const event =
    type === 'webhook.test' ? undefined : await newest.where('type', '=', type).executeTakeFirst();
  if (event !== undefined) {
    const text = await new EventPayload(event, { checkpoint, disclosure }).dataText(writes, isEntitled);
    return { sequence: event.seq, text };
  }
  const sequence = (await newest.executeTakeFirst())?.seq ?? 0;
  return {
    sequence,
    text: JSON.stringify(sampleData(type, { sequence, checkpoint, disclosure, isEntitled })),
  };
}
