// A refused or failed call as the list has it, and what the contract says about its problem code.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { PROBLEMS, type ProblemKind } from '@rf-indicators/contract/problems';

export type FailedCall = AnswerOf<'failed_calls.list'>['data'][number];

/** Whether the entry stands for calls that were only counted. */
export function isCounted({ request_id }: FailedCall): boolean {
  return request_id === null;
}

/** Undefined for a code that this version of the page does not know. */
export function problemOf(code: string | null): ProblemKind | undefined {
  return code !== null && Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code as keyof typeof PROBLEMS] : undefined;
}

export function problemTitle({ code, status }: FailedCall): string {
  const known = problemOf(code)?.title;
  if (known !== undefined) return known;
  // Refusals in the format of the Model Context Protocol have no code.
  return code ?? (status !== null && status >= 500 ? 'Failed' : 'Refused in the agent protocol');
}
