// Rate limit for score requests that all nodes share through Redis. A request takes its place when it comes, and gives
// it back if its body is refused.

import type { MemoryLimits } from '../memory/memory-limits.ts';
import { MemoryScoreRequests } from '../memory/memory-score-requests.ts';
import type { RatePolicy } from '../rate-headers.ts';
import type { AddressLimit } from '../rate-limiter.ts';
import {
  ALL_ADDRESSES,
  laterOf,
  type Reservation,
  type ScoreRequestLimit,
  type UsedUp,
} from '../score-request-limit.ts';
import type { Question } from './batches.ts';
import { type Outcome, windowAfter } from './outcomes.ts';
import type { RedisClient } from './redis-client.ts';
import { keyOf, type SharedParts } from './redis-limits.ts';

type MemoryLimit = AddressLimit<MemoryLimits>;

const PER_ADDRESS = 'score-requests';
const IN_ALL = 'score-requests-in-all';

/** Limits in memory, for the time in which Redis does not answer. */
export interface LocalScoreLimits {
  perAddress: MemoryLimit;
  inAll: MemoryLimit;
}

export class RedisScoreRequests implements ScoreRequestLimit {
  readonly policy: RatePolicy;
  readonly #limits: LocalScoreLimits;
  readonly #here: MemoryScoreRequests;
  readonly #parts: SharedParts & { client: RedisClient };

  constructor(limits: LocalScoreLimits, parts: SharedParts & { client: RedisClient }) {
    this.policy = limits.perAddress.policy;
    this.#limits = limits;
    this.#here = new MemoryScoreRequests(limits.perAddress, limits.inAll);
    this.#parts = parts;
  }

  usedUp(address: string, now: number): UsedUp | null | Promise<UsedUp | null> {
    const { link, batches, nodes } = this.#parts;
    if (!link.isShared) return this.#here.usedUp(address, now, nodes());
    return batches.ask<UsedUp | null>(`read ${keyOf(PER_ADDRESS, address)}`, now, () => ({
      group: this.#group(address),
      isRead: true,
      conclude: (outcome, index, at) => this.#usedUpAfter(outcome, index, at),
      decideHere: (at) => this.#here.usedUp(address, at, nodes()),
    }));
  }

  reserve(address: string, now: number): Reservation | UsedUp | Promise<Reservation | UsedUp> {
    const { link, batches } = this.#parts;
    if (!link.isShared) return this.#reserveHere(address, now);
    const question = (): Question<Reservation | UsedUp> => ({
      group: this.#group(address),
      isRead: false,
      conclude: (outcome, index, at) =>
        index < outcome.accepted ? this.#place(address, outcome.now) : this.#usedUpAfter(outcome, index, at)!,
      decideHere: (at) => this.#reserveHere(address, at),
    });
    return batches.ask(keyOf(PER_ADDRESS, address), now, question);
  }

  /** A place that Redis counts, at a time of Redis. */
  #place(address: string, instant: number): Reservation {
    const { link, client } = this.#parts;
    const { epoch } = link;
    return {
      settle: (isAccepted, now) => {
        if (isAccepted) return this.#here.record(address, now);
        const { sharedKey, ownKey, widthMs } = this.#group(address);
        // A place that cannot be given back expires with its window.
        client
          .giveBack(epoch, [sharedKey, ownKey], instant, widthMs)
          .catch((error: Error) => link.lose(error));
      },
    };
  }

  #reserveHere(address: string, now: number): Reservation | UsedUp {
    this.#parts.onFallback();
    return this.#here.reserve(address, now, this.#parts.nodes());
  }

  #group(address: string) {
    const { perAddress, inAll } = this.#limits;
    return {
      places: 1,
      sharedKey: keyOf(IN_ALL, ALL_ADDRESSES),
      sharedLimit: inAll.limit,
      ownKey: keyOf(PER_ADDRESS, address),
      ownLimit: perAddress.limit,
      widthMs: inAll.limiter.windows.widthMs,
    };
  }

  #usedUpAfter(outcome: Outcome, index: number, now: number): UsedUp | null {
    const usedUp = ({ limiter, limit, policy }: MemoryLimit, before: Outcome['shared']): UsedUp | null => {
      const { widthMs } = limiter.windows;
      const { remaining, retryAt } = windowAfter(before, limit, widthMs, outcome, index, now);
      return remaining > 0 ? null : { policy, state: { remaining: 0, resetAt: retryAt }, retryAt };
    };
    return laterOf(usedUp(this.#limits.perAddress, outcome.own), usedUp(this.#limits.inAll, outcome.shared));
  }
}
