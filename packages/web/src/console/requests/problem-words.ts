// What the contract says about a problem code.

import { PROBLEMS, type ProblemKind } from '@rf-indicators/contract/problems';
import type { FailedCall } from './failed-call.ts';

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
