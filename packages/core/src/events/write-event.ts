// Writes the events that webhooks deliver. An event is written in the same transaction as the change that it reports,
// so that neither can exist without the other.

import type { SubscribableEventType, WorkspaceEventType } from '@rf-indicators/contract';
import type { Context } from '../context/context.ts';
import { nextSequence } from '../context/sequence.ts';
import { type StoredEventData, writeEventData } from '../store/event-data.ts';
import type { Writes } from '../store/store.ts';

type PublicEventType = Exclude<SubscribableEventType, WorkspaceEventType>;

/** An event for everyone who subscribes to its type. */
export function writeEvent<Type extends PublicEventType>(
  context: Context,
  writes: Writes,
  type: Type,
  providerId: string | null,
  data: Omit<StoredEventData<Type>, 'sequence'>,
): Promise<void> {
  return insertEvent(context, writes, type, { provider_id: providerId, workspace_id: null }, data);
}

/** An event about one workspace, which no other may learn of. */
export function writeWorkspaceEvent<Type extends WorkspaceEventType>(
  context: Context,
  writes: Writes,
  type: Type,
  workspaceId: string,
  data: Omit<StoredEventData<Type>, 'sequence'>,
): Promise<void> {
  return insertEvent(context, writes, type, { provider_id: null, workspace_id: workspaceId }, data);
}

async function insertEvent<Type extends SubscribableEventType>(
  context: Context,
  writes: Writes,
  type: Type,
  about: { provider_id: string | null; workspace_id: string | null },
  data: Omit<StoredEventData<Type>, 'sequence'>,
): Promise<void> {
  const seq = await nextSequence(writes, 'events');
  await writes
    .insertInto('events')
    .values({
      seq,
      id: context.newId(),
      type,
      ...about,
      created_at: context.clock(),
      data: writeEventData(type, { sequence: seq, ...data } as object as StoredEventData<Type>),
    })
    .execute();
}
