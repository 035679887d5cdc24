// Rate limit for score requests, per client address and for all addresses together. Only accepted requests count, so an
// invalid body does not use up the limit. A place is reserved while a request is being processed, so that concurrent
// requests cannot exceed the limit.

import type { AddressLimit } from './limits/limits.ts';
import type { RatePolicy, RateState } from './limits/rate-headers.ts';

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

/** All addresses share one window. */
const ALL = 'all';

export class ScoreRequestLimit {
  readonly policy: RatePolicy;
  readonly #perAddress: AddressLimit;
  readonly #inAll: AddressLimit;
  /** The number of reserved places, by window. */
  readonly #reserved = new Map<string, number>();

  constructor(perAddress: AddressLimit, inAll: AddressLimit) {
    this.policy = perAddress.policy;
    this.#perAddress = perAddress;
    this.#inAll = inAll;
  }

  /** The exhausted limit, or null. If both are exhausted, the one with the later retry time. */
  usedUp(address: string, now: number): UsedUp | null {
    const own = this.#usedUp(this.#perAddress, address, now);
    const all = this.#usedUp(this.#inAll, ALL, now);
    return own !== null && all !== null ? (all.retryAt > own.retryAt ? all : own) : (own ?? all);
  }

  reserve(address: string, now: number): Reservation | UsedUp {
    const usedUp = this.usedUp(address, now);
    if (usedUp !== null) return usedUp;
    this.#reserve(address, 1);
    this.#reserve(ALL, 1);
    return {
      settle: (isAccepted, at) => {
        this.#reserve(address, -1);
        this.#reserve(ALL, -1);
        if (!isAccepted) return;
        // Looked up again, because the window may have been removed in the meantime.
        this.#perAddress.windows.of(address, this.#perAddress.limit).record(at);
        this.#inAll.windows.of(ALL, this.#inAll.limit).record(at);
      },
    };
  }

  #usedUp({ windows, limit, policy }: AddressLimit, id: string, now: number): UsedUp | null {
    const window = windows.of(id, limit);
    const hasRoom = window.canAccept(now);
    if (hasRoom && window.remaining > (this.#reserved.get(id) ?? 0)) return null;
    // Reservations are settled within moments, so a retry can succeed immediately.
    const retryAt = hasRoom ? now : window.retryAt;
    return { policy, state: { remaining: 0, resetAt: retryAt }, retryAt };
  }

  #reserve(id: string, change: number): void {
    const count = (this.#reserved.get(id) ?? 0) + change;
    if (count === 0) this.#reserved.delete(id);
    else this.#reserved.set(id, count);
  }
}
