// Interface for the rate limits of workspaces and keys, so that a store shared by several nodes could replace the
// in-memory implementation.

import type { RateState } from './rate-headers.ts';

/** At most `limit` requests in any hour. */
export interface LimitedWindow {
  readonly windowId: string;
  readonly limit: number;
}

/** Valid until the next call: implementations may reuse the object. */
export interface LimitDecision extends RateState {
  readonly isAccepted: boolean;
  /** Whether `remaining` and `resetAt` are those of the key's own window, because fewer requests remain there. */
  readonly isOwn: boolean;
  /** When both windows accept another request. */
  readonly retryAt: number;
  /** The exhausted limit, if the request was not accepted. */
  readonly exceededLimit: number;
}

export interface KeyedLimits {
  /**
   * Counts a request in both windows, or in neither if one of them is full. Synchronous if the windows are in memory,
   * so that the fast path does not wait.
   */
  accept(
    shared: LimitedWindow,
    own: LimitedWindow | null,
    now: number,
  ): LimitDecision | Promise<LimitDecision>;
  /** The state of a window, without counting a request. */
  read(window: LimitedWindow, now: number): RateState | Promise<RateState>;
}
