// Whether an input is what a tool takes, and if not, what a model has to mend.

import type { AgentToolName, ProblemError } from '@rf-indicators/contract';
import { type BodyCheck, bodyCheck } from '../http/json-body.ts';
import { TOOLS } from './tools.ts';

const checks = new Map<AgentToolName, BodyCheck>();

/** Places are pointers into the input. */
export function inputErrors(tool: AgentToolName, input: object): ProblemError[] {
  let check = checks.get(tool);
  if (check === undefined) {
    check = bodyCheck(TOOLS[tool].input);
    checks.set(tool, check);
  }
  // The one name that the check passes over, because assigning to it would do harm.
  if (Object.hasOwn(input, '__proto__')) {
    return [{ pointer: '/__proto__', code: 'unknown', message: 'is not a known member' }];
  }
  return check(input).map((error) => (COUNTS.has(error.code) ? { ...error, message: EITHER } : error));
}

/** The schema says it by counting members, which says little to a reader. */
const COUNTS = new Set(['minProperties', 'maxProperties']);
const EITHER = 'takes either provider_name or provider_id';

/** All of them in one sentence. */
export function inputErrorMessage(tool: AgentToolName, errors: readonly ProblemError[]): string {
  const places = errors.slice(0, 10).map(({ pointer, message }) => `${pointer || 'it'} ${message}`);
  return `The input is not what ${tool} takes: ${places.join('; ')}. Mend it and call again.`;
}
