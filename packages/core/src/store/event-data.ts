// The `data` column of the events table, typed by the contract's event schemas.

import type { EventData, ScoreEventType, SubscribableEventType } from '@rf-indicators/contract';

/** Added when the event is sent, because it depends on the moment or on the workspace. */
type AddedOnSending = 'checkpoint' | 'limitations_disclosure' | 'detail';

/**
 * A change is stored as the changelog stores it (scores in hundredths, times in epoch milliseconds); what follows from
 * these columns, or from the indicator, is added when the event is sent.
 */
type StoredChange<Data extends EventData<ScoreEventType>> = Omit<
  Data,
  AddedOnSending | 'delta' | 'corrects' | 'scored_at' | 'changed_at'
> & { changed_at: number };

export type StoredEventData<Type extends SubscribableEventType> = Type extends ScoreEventType
  ? StoredChange<EventData<Type>>
  : Omit<EventData<Type>, AddedOnSending>;

export function writeEventData<Type extends SubscribableEventType>(
  _type: Type,
  data: StoredEventData<Type>,
): string {
  return JSON.stringify(data);
}

/** Rows are written by writeEventData alone and never changed, so their content has the form of their type. */
export function readEventData<Type extends SubscribableEventType>(row: {
  type: Type;
  data: string;
}): StoredEventData<Type> {
  return JSON.parse(row.data);
}
