// Events are what webhooks tell. One is written in the transaction of what it reports, so that nothing is
// announced that did not happen, and nothing happens unannounced.

import type { SubscribableEventType } from '@rf-indicators/contract';
import type { Context } from '../context/context.ts';
import { nextSequence } from '../context/sequence.ts';
import { type StoredEventData, writeEventData } from '../store/event-data.ts';
import type { Writes } from '../store/store.ts';

export async function writeEvent<Type extends SubscribableEventType>(
  context: Context,
  writes: Writes,
  type: Type,
  providerId: string | null,
  data: Omit<StoredEventData<Type>, 'sequence'>,
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
      data: writeEventData(type, { sequence: seq, ...data } as StoredEventData<Type>),
    })
    .execute();
}
