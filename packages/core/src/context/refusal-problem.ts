// Maps a refusal to a problem document (RFC 9457): its code, its detail and its places in the input.

import type { ProblemCode, ProblemError } from '@rf-indicators/contract';
import type { Refusal, RefusalCode } from './refusal.ts';

/** The HTTP status of each code is in the catalogue of problems. */
const PROBLEM_OF: Readonly<Record<RefusalCode, ProblemCode>> = {
  insufficient_role: 'insufficient_role',
  invalid_token: 'invalid_token',
  not_found: 'not_found',
  conflict: 'conflict',
  validation_failed: 'validation_failed',
  terms_not_accepted: 'terms_not_accepted',
  workspace_not_eligible: 'workspace_not_eligible',
  workspace_suspended: 'workspace_suspended',
  pilot_not_enabled: 'pilot_not_enabled',
};

export interface RefusalProblem {
  code: ProblemCode;
  detail: string;
  errors?: ProblemError[];
}

export function problemOf({
  code,
  message,
  details,
}: Pick<Refusal, 'code' | 'message' | 'details'>): RefusalProblem {
  const errors = details.map(({ place, ...detail }) => {
    // A place that is not a JSON pointer, such as "line 3" of a file, becomes part of the message.
    if (place === '' || place.startsWith('/')) return { pointer: place, ...detail };
    return { code: detail.code, message: `${place}: ${detail.message}` };
  });
  return { code: PROBLEM_OF[code], detail: message, ...(errors.length > 0 ? { errors } : {}) };
}
