// Interface for counting requests in sliding windows: in the memory of one process, or in Redis for all nodes.

import type { RatePolicy, RateState } from './rate-headers.ts';

/** At most `limit` requests in any period of the limiter's width. */
export interface LimitedWindow {
  readonly windowId: string;
  readonly limit: number;
}

/** Valid until the next call: implementations may reuse the object. */
export interface LimitDecision extends RateState {
  readonly isAccepted: boolean;
  /** Whether `remaining` and `resetAt` are those of the own window, because fewer requests remain there. */
  readonly isOwn: boolean;
  /** When both windows accept the same again. */
  readonly retryAt: number;
  /** The exhausted limit, if the request was not accepted. */
  readonly exceededLimit: number;
}

/** All windows of one limiter have the same width. */
export interface RateLimiter {
  /**
   * Counts a request in both windows, or in neither if one of them is full: all of its places, or none. Synchronous if the
   * windows are in memory, so that the fast path does not wait. Never rejects.
   */
  accept(
    shared: LimitedWindow,
    own: LimitedWindow | null,
    now: number,
    places?: number,
  ): LimitDecision | Promise<LimitDecision>;
  /** The state of a window, without counting a request. */
  read(window: LimitedWindow, now: number): RateState | Promise<RateState>;
  /** How many requests remain, as far as this process knows: other nodes may have accepted more. */
  remainingHere(window: LimitedWindow, now: number): number;
}

// A rate limit that is the same for every client address or person.

export interface AddressLimit<Limiter extends RateLimiter = RateLimiter> {
  limiter: Limiter;
  limit: number;
  policy: RatePolicy;
}
