// In-memory rate limit for score requests.

import type { RatePolicy } from '../rate-headers.ts';
import type { AddressLimit } from '../rate-limiter.ts';
import {
  ALL_ADDRESSES,
  laterOf,
  type Reservation,
  type ScoreRequestLimit,
  type UsedUp,
} from '../score-request-limit.ts';
import type { MemoryLimits } from './memory-limits.ts';

type MemoryLimit = AddressLimit<MemoryLimits>;

export class MemoryScoreRequests implements ScoreRequestLimit {
  readonly policy: RatePolicy;
  readonly #perAddress: MemoryLimit;
  readonly #inAll: MemoryLimit;
  /** The number of reserved places, by window. */
  readonly #reserved = new Map<string, number>();

  constructor(perAddress: MemoryLimit, inAll: MemoryLimit) {
    this.policy = perAddress.policy;
    this.#perAddress = perAddress;
    this.#inAll = inAll;
  }

  /** Each of `shares` nodes has an equal part of both limits. */
  usedUp(address: string, now: number, shares = 1): UsedUp | null {
    const own = this.#usedUp(this.#perAddress, address, now, shares);
    const all = this.#usedUp(this.#inAll, ALL_ADDRESSES, now, shares);
    return laterOf(own, all);
  }

  reserve(address: string, now: number, shares = 1): Reservation | UsedUp {
    const usedUp = this.usedUp(address, now, shares);
    if (usedUp !== null) return usedUp;
    this.#reserve(address, 1);
    this.#reserve(ALL_ADDRESSES, 1);
    return {
      settle: (isAccepted, at) => {
        this.#reserve(address, -1);
        this.#reserve(ALL_ADDRESSES, -1);
        if (isAccepted) this.record(address, at);
      },
    };
  }

  /** Counts an accepted request. Looks windows up again, because they may have been removed in the meantime. */
  record(address: string, at: number): void {
    this.#perAddress.limiter.windows.of(address, this.#perAddress.limit).record(at);
    this.#inAll.limiter.windows.of(ALL_ADDRESSES, this.#inAll.limit).record(at);
  }

  #usedUp({ limiter, limit, policy }: MemoryLimit, id: string, now: number, shares: number): UsedUp | null {
    const window = limiter.windows.of(id, Math.floor(limit / shares));
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
