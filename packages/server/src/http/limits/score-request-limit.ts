// Interface of the rate limit for score requests, per client address and for all addresses together. Only accepted
// requests count, so an invalid body does not use up the limit. A place is reserved while a request is being processed,
// so that concurrent requests cannot exceed the limit.

import type { RatePolicy, RateState } from './rate-headers.ts';

/** The exhausted limit, and when it accepts requests again. */
export interface UsedUp {
  policy: RatePolicy;
  state: RateState;
  retryAt: number;
}

/** A reserved place under both limits. It must be settled exactly once. */
export interface Reservation {
  settle(isAccepted: boolean, now: number): void;
}

export interface ScoreRequestLimit {
  readonly policy: RatePolicy;
  /** The exhausted limit, or null. If both are exhausted, the one with the later retry time. */
  usedUp(address: string, now: number): UsedUp | null | Promise<UsedUp | null>;
  reserve(address: string, now: number): Reservation | UsedUp | Promise<Reservation | UsedUp>;
}

/** All addresses share one window. */
export const ALL_ADDRESSES = 'all';

/** If both limits are exhausted, the one with the later retry time. */
export function laterOf(own: UsedUp | null, all: UsedUp | null): UsedUp | null {
  return own !== null && all !== null ? (all.retryAt > own.retryAt ? all : own) : (own ?? all);
}
