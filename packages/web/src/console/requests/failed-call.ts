// A refused or failed call, as the list has it.

import type { AnswerOf } from '@rf-indicators/contract/acts';

export type FailedCall = AnswerOf<'failed_calls.list'>['data'][number];

/** Whether the entry stands for calls that were only counted. */
export function isCounted({ request_id }: FailedCall): boolean {
  return request_id === null;
}
