// Limit on score requests, per client address and for all addresses together. A request counts once it is accepted, so
// a refused body uses up nothing; a place is reserved while it is being accepted, so that requests at the same time
// cannot pass the limit together.

import type { AddressLimit } from './limits/limits.ts';
import type { RatePolicy, RateState } from './limits/rate-headers.ts';

/** The limit that has no room, and when it will have some. */
export interface UsedUp {
  policy: RatePolicy;
  state: RateState;
  retryAt: number;
}

/** A place under both limits, to be settled exactly once. */
export interface Reservation {
  settle(isAccepted: boolean, now: number): void;
}

/** All addresses share one window. */
const ALL = 'all';

export class ScoreRequestLimit {
  readonly policy: RatePolicy;
  readonly #perAddress: AddressLimit;
  readonly #inAll: AddressLimit;
  /** Requests that are being accepted, by window. */
  readonly #reserved = new Map<string, number>();

  constructor(perAddress: AddressLimit, inAll: AddressLimit) {
    this.policy = perAddress.policy;
    this.#perAddress = perAddress;
    this.#inAll = inAll;
  }

  /** The limit that refuses one more request, or null; of two, the one that does so for longer. */
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
        // Asked for again: a window may have been forgotten in the meantime.
        this.#perAddress.windows.of(address, this.#perAddress.limit).record(at);
        this.#inAll.windows.of(ALL, this.#inAll.limit).record(at);
      },
    };
  }

  #usedUp({ windows, limit, policy }: AddressLimit, id: string, now: number): UsedUp | null {
    const window = windows.of(id, limit);
    const hasRoom = window.canAccept(now);
    if (hasRoom && window.remaining > (this.#reserved.get(id) ?? 0)) return null;
    // Reserved places are settled within moments.
    const retryAt = hasRoom ? now : window.retryAt;
    return { policy, state: { remaining: 0, resetAt: retryAt }, retryAt };
  }

  #reserve(id: string, change: number): void {
    const count = (this.#reserved.get(id) ?? 0) + change;
    if (count === 0) this.#reserved.delete(id);
    else this.#reserved.set(id, count);
  }
}
