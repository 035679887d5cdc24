// Writes the events that webhooks deliver. An event is written in the same transaction as the change that it reports,
// so that neither can exist without the other.

import type { Context } from '../context/context.ts';
import { nextSequence } from '../context/sequence.ts';
import type { EventType } from '../store/schema.ts';
import type { Writes } from '../store/store.ts';

export async function writeEvent(
  context: Context,
  writes: Writes,
  type: EventType,
  providerId: string | null,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  const seq = await nextSequence(writes, 'events');
  await writes
    .insertInto('events')
    .values({
      seq,
      id: context.newId(),
      type,
      provider_id: providerId,
      created_at: context.clock(),
      data: JSON.stringify({ sequence: seq, ...data }),
    })
    .execute();
}
