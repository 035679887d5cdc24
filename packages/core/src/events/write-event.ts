// Writes the events that webhooks deliver. An event is written in the same transaction as the change that it reports,
// so that neither can exist without the other.

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
      data: writeEventData(type, { sequence: seq, ...data } as object as StoredEventData<Type>),
    })
    .execute();
}
