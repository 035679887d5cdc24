// Rate limits that all nodes share through Redis. While Redis does not answer, each node counts by itself, with its
// part of the limit.

import type { MemoryLimits } from '../memory/memory-limits.ts';
import type { RateState } from '../rate-headers.ts';
import type { LimitDecision, LimitedWindow, RateLimiter } from '../rate-limiter.ts';
import type { Batches, Question } from './batches.ts';
import type { Link } from './link.ts';
import { decisionOf, type GroupLimits, windowAfter } from './outcomes.ts';
import { keyOf, type OwnCounts } from './own-counts.ts';

export interface SharedParts {
  link: Link;
  batches: Batches;
  own: OwnCounts;
  /** Called for each decision that Redis did not make. */
  onFallback: () => void;
}

/** Told what happens in the windows. */
export interface Observer {
  /** This node accepted a request by itself. */
  acceptedHere(windowId: string, now: number): void;
  /** Redis says how many requests a window counts. */
  used(windowId: string, used: number, limit: number): void;
}

export class RedisLimits implements RateLimiter {
  readonly #name: string;
  readonly #memory: MemoryLimits;
  readonly #parts: SharedParts;
  readonly #observer: Observer | null;

  constructor(name: string, memory: MemoryLimits, parts: SharedParts, observer: Observer | null = null) {
    this.#name = name;
    this.#memory = memory;
    this.#parts = parts;
    this.#observer = observer;
  }

  accept(
    shared: LimitedWindow,
    own: LimitedWindow | null,
    now: number,
  ): LimitDecision | Promise<LimitDecision> {
    const { link, batches } = this.#parts;
    if (!link.isShared) return this.#acceptHere(shared, own, now);
    const id = `${this.#name}:${shared.windowId}|${own === null ? '' : own.windowId}`;
    return batches.ask(id, now, () => this.#question(shared, own));
  }

  read(window: LimitedWindow, now: number): RateState | Promise<RateState> {
    const { link, batches } = this.#parts;
    if (!link.isShared) return this.#readHere(window, now);
    const { windowId, limit } = window;
    return batches.ask(`read ${this.#name}:${windowId}`, now, () => ({
      group: this.#group(window, null),
      isRead: true,
      conclude: (outcome, index, at) =>
        windowAfter(outcome.shared, limit, this.#memory.windows.widthMs, outcome, index, at),
      decideHere: (at) => this.#readHere(window, at),
    }));
  }

  remainingHere(window: LimitedWindow, now: number): number {
    return this.#memory.remainingHere(window, now);
  }

  #question(shared: LimitedWindow, own: LimitedWindow | null): Question<LimitDecision> {
    const group = this.#group(shared, own);
    return {
      group,
      isRead: false,
      conclude: (outcome, index, now) => {
        if (index < outcome.accepted) {
          this.#record(shared, now);
          if (own !== null) this.#record(own, now);
        }
        const used = outcome.shared.size + Math.min(index + 1, outcome.accepted);
        this.#observer?.used(shared.windowId, used, shared.limit);
        return decisionOf(group, outcome, index, now);
      },
      // Copied, because the answers to a group are used only when all of them were made.
      decideHere: (now) => ({ ...this.#acceptHere(shared, own, now) }),
    };
  }

  #group(shared: LimitedWindow, own: LimitedWindow | null): GroupLimits & { sharedKey: string } {
    return {
      sharedKey: keyOf(this.#name, shared.windowId),
      sharedLimit: shared.limit,
      ownKey: own === null ? null : keyOf(this.#name, own.windowId),
      ownLimit: own === null ? 0 : own.limit,
      widthMs: this.#memory.windows.widthMs,
    };
  }

  #record({ windowId, limit }: LimitedWindow, now: number): void {
    this.#memory.windows.of(windowId, limit).record(now);
  }

  #acceptHere(shared: LimitedWindow, own: LimitedWindow | null, now: number): LimitDecision {
    this.#parts.onFallback();
    const decision = this.#memory.accept(this.#partOf(shared), own === null ? null : this.#partOf(own), now);
    if (decision.isAccepted) {
      this.#unshare(shared, now);
      if (own !== null) this.#unshare(own, now);
    }
    return decision;
  }

  #readHere(window: LimitedWindow, now: number): RateState {
    const { remaining, resetAt } = this.#memory.read(this.#partOf(window), now);
    return { remaining, resetAt };
  }

  /** The part of the limit that this node may accept by itself. */
  #partOf({ windowId, limit }: LimitedWindow): LimitedWindow {
    return { windowId, limit: Math.floor(limit / this.#parts.link.nodes) };
  }

  #unshare({ windowId }: LimitedWindow, now: number): void {
    this.#parts.own.addUnshared(keyOf(this.#name, windowId), this.#memory.windows.widthMs, now);
    this.#observer?.acceptedHere(windowId, now);
  }
}
