// Events are what webhooks tell. One is written in the transaction of what it reports, so that nothing is
// announced that did not happen, and nothing happens unannounced.

import type { SubscribableEventType } from '@rf-indicators/contract';
import { type StoredEventData, writeEventData } from '../../store/event-data.ts';
import type { Writes } from '../../store/store.ts';
import { type Desk, nextSequence } from '../desk.ts';

export async function writeEvent<Type extends SubscribableEventType>(
  desk: Desk,
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
      id: desk.newId(),
      type,
      provider_id: providerId,
      created_at: desk.clock(),
      data: writeEventData(type, { sequence: seq, ...data } as StoredEventData<Type>),
    })
    .execute();
}
