// What the contract says in words: the types of events, the operations of the API, and the problem codes. The schemas stay
// on the server.

import type { WebhookEventType } from '@rf-indicators/contract';
import { PROBLEMS, type ProblemKind } from '@rf-indicators/contract/problems';

export interface EventType {
  type: WebhookEventType;
  /** opt_in: sent only to endpoints that list it. on_request: sent only as a test. */
  delivery: 'default' | 'opt_in' | 'on_request';
  description: string;
}

declare const __EVENT_TYPES__: readonly EventType[];
declare const __OPERATIONS__: Readonly<Record<string, string>>;

export const EVENT_TYPES: readonly EventType[] = __EVENT_TYPES__;
const PATHS = __OPERATIONS__;

/** getScoreHistory becomes "Get score history". */
export function operationName(id: string): string {
  const words = id.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** GET /api/v1/scores/{providerId}; undefined for what is no operation, such as an agent tool. */
export function operationPath(id: string): string | undefined {
  return PATHS[id];
}

export const OPERATION_IDS: readonly string[] = Object.keys(PATHS);

/** Undefined for a code that this version does not know. */
export function problemOf(code: string): ProblemKind | undefined {
  return Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code as keyof typeof PROBLEMS] : undefined;
}

export const PROBLEM_CODES: readonly string[] = Object.keys(PROBLEMS);
