// Turns what Redis answers about a group of equal requests into the decision about each of them, as it would be made in
// memory.

import type { RateState } from '../rate-headers.ts';
import type { LimitDecision } from '../rate-limiter.ts';

/** A window before the requests of the group. */
export interface WindowBefore {
  readonly size: number;
  /** The request that must expire before more remain. */
  readonly first: number;
}

/** Times are those of Redis. The requests that are accepted count from now on. */
export interface Outcome {
  readonly now: number;
  /** How many of the requests are accepted: the first ones. */
  readonly accepted: number;
  readonly shared: WindowBefore;
  readonly own: WindowBefore;
}

export interface GroupLimits {
  /** Of each request. If it is more than one, the group is one request. */
  readonly places: number;
  readonly sharedLimit: number;
  readonly ownKey: string | null;
  readonly ownLimit: number;
  readonly widthMs: number;
}

export interface WindowAfter extends RateState {
  readonly retryAt: number;
}

/** The numbers that the script answers for each group. */
const NUMBERS = 5;

/** Null if Redis counted nothing, because it lost counts. */
export function outcomesOf(answer: readonly number[], groups: number): Outcome[] | null {
  const now = answer[0]!;
  if (answer.length !== 1 + groups * NUMBERS) return null;
  return Array.from({ length: groups }, (_, group) => {
    const at = 1 + group * NUMBERS;
    const shared = { size: answer[at + 1]!, first: answer[at + 2]! };
    return { now, accepted: answer[at]!, shared, own: { size: answer[at + 3]!, first: answer[at + 4]! } };
  });
}

/** A window after the request with this index, in times of this node, for which the request came at `now`. */
export function windowAfter(
  { size, first }: WindowBefore,
  limit: number,
  widthMs: number,
  outcome: Outcome,
  index: number,
  now: number,
  places = 1,
): WindowAfter {
  const used = size + Math.min(index + 1, outcome.accepted);
  const oldest = used === 0 || limit === 0 ? outcome.now : first;
  const resetAt = now + (oldest - outcome.now) + widthMs;
  return {
    remaining: Math.max(0, limit - used),
    resetAt,
    retryAt: used + places <= limit ? now : resetAt,
  };
}

export function decisionOf(
  { places, sharedLimit, ownKey, ownLimit, widthMs }: GroupLimits,
  outcome: Outcome,
  index: number,
  now: number,
): LimitDecision {
  const isAccepted = index < outcome.accepted;
  const shared = windowAfter(outcome.shared, sharedLimit, widthMs, outcome, index, now, places);
  if (ownKey === null) {
    const { remaining, resetAt, retryAt } = shared;
    return { isAccepted, isOwn: false, remaining, resetAt, retryAt, exceededLimit: sharedLimit };
  }
  const own = windowAfter(outcome.own, ownLimit, widthMs, outcome, index, now, places);
  const isOwn = own.remaining <= shared.remaining;
  const { remaining, resetAt } = isOwn ? own : shared;
  return {
    ...{ isAccepted, isOwn, remaining, resetAt },
    retryAt: Math.max(shared.retryAt, own.retryAt),
    exceededLimit: shared.remaining < places ? sharedLimit : ownLimit,
  };
}
