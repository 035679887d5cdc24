// Validates the input of a tool, with error messages that a model can act on.

import type { AgentToolName, ProblemError } from '@rf-indicators/contract';
import { type BodyCheck, bodyCheck } from '../http/json-body.ts';
import { TOOLS } from './tools.ts';

const checks = new Map<AgentToolName, BodyCheck>();

/** `pointer` is relative to the input. */
export function inputErrors(tool: AgentToolName, input: object): ProblemError[] {
  let check = checks.get(tool);
  if (check === undefined) {
    check = bodyCheck(TOOLS[tool].input);
    checks.set(tool, check);
  }
  // The validator ignores this member name, because assigning to it is unsafe.
  if (Object.hasOwn(input, '__proto__')) {
    return [{ pointer: '/__proto__', code: 'unknown', message: 'is not a known member' }];
  }
  return check(input).map((error) => (COUNTS.has(error.code) ? { ...error, message: EITHER } : error));
}

/** The schema expresses "exactly one" by counting members, which makes for an unhelpful message. */
const COUNTS = new Set(['minProperties', 'maxProperties']);
const EITHER = 'must have either provider_name or provider_id';

/** All errors in one sentence. */
export function inputErrorMessage(tool: AgentToolName, errors: readonly ProblemError[]): string {
  const places = errors.slice(0, 10).map(({ pointer, message }) => `${pointer || 'the input'} ${message}`);
  return `The input of ${tool} is not valid: ${places.join('; ')}. Correct it and call the tool again.`;
}
