// The `data` column of the events table, typed by the contract's event schemas.

import type { EventData, ScoreEventType, SubscribableEventType } from '@rf-indicators/contract';

/** Added when the event is sent, because these members depend on the time or on the workspace, or are in other tables. */
type AddedOnSending =
  | 'checkpoint'
  | 'limitations_disclosure'
  | 'detail'
  | 'rationale'
  | 'disclosures'
  | 'review';

/**
 * A change is stored as in the changelog (scores in hundredths, times in epoch milliseconds). Members that can be
 * derived from these or from the indicator are added when the event is sent.
 */
type StoredChange<Data extends EventData<ScoreEventType>> = Omit<
  Data,
  AddedOnSending | 'delta' | 'corrects' | 'scored_at' | 'changed_at'
> & { changed_at: number };

/** The score is stored in hundredths, and times in epoch milliseconds. */
type StoredRenewal = Omit<EventData<'score.renewed'>, AddedOnSending | 'scored_at' | 'published_at'> & {
  scored_at: number;
  published_at: number;
};

export type StoredEventData<Type extends SubscribableEventType> = Type extends 'score.renewed'
  ? StoredRenewal
  : Type extends ScoreEventType
    ? StoredChange<EventData<Type>>
    : Omit<EventData<Type>, AddedOnSending>;

export function writeEventData<Type extends SubscribableEventType>(
  _type: Type,
  data: StoredEventData<Type>,
): string {
  return JSON.stringify(data);
}

/** Only writeEventData writes these rows, and they never change, so their content matches their type. */
export function readEventData<Type extends SubscribableEventType>(row: {
  type: Type;
  data: string;
}): StoredEventData<Type> {
  return JSON.parse(row.data);
}
