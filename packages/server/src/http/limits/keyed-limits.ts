// The port for limits of workspaces and keys. A store shared by several nodes can stand behind it as well as memory.

import type { RateState } from './rate-headers.ts';

/** Never more than `limit` requests in any hour. */
export interface LimitedWindow {
  readonly windowId: string;
  readonly limit: number;
}

/** Read it at once: the next decision may use the same object. */
export interface LimitDecision extends RateState {
  readonly isAccepted: boolean;
  /** Whether the figures are those of the key's own window, because less is left there. */
  readonly isOwn: boolean;
  /** From when both windows accept one more. */
  readonly retryAt: number;
  /** The limit that is used up, where the request was not accepted. */
  readonly exceededLimit: number;
}

export interface KeyedLimits {
  /**
   * Counts a request in both windows, or in neither where one of them is full. What is in memory answers at once, so
   * that a hot read waits for nothing; what has to ask another process gives a promise.
   */
  accept(
    shared: LimitedWindow,
    own: LimitedWindow | null,
    now: number,
  ): LimitDecision | Promise<LimitDecision>;
  /** What is left, without counting anything. */
  read(window: LimitedWindow, now: number): RateState | Promise<RateState>;
}
