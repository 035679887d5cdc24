// Rate limits that all nodes share through Redis. While Redis does not answer, each node counts by itself, with its
// part of the limit.

import type { MemoryLimits } from '../memory/memory-limits.ts';
import type { RateState } from '../rate-headers.ts';
import type { LimitDecision, LimitedWindow, RateLimiter } from '../rate-limiter.ts';
import type { Batches, Question } from './batches.ts';
import type { Link } from './link.ts';
import { decisionOf, type GroupLimits, windowAfter } from './outcomes.ts';

export interface SharedParts {
  link: Link;
  batches: Batches;
  /** How many nodes share the limits. */
  nodes: () => number;
  /** Called for each decision that Redis did not make. */
  onFallback: () => void;
}

/** Told how many requests Redis counts in a window. */
export type OnUsed = (windowId: string, used: number, limit: number) => void;

/** The name of a window in Redis. */
export function keyOf(name: string, windowId: string): string {
  return `${name}:${windowId}`;
}

export class RedisLimits implements RateLimiter {
  /** What this node accepted, by itself or by an answer of Redis: its part of the limit includes both. */
  readonly memory: MemoryLimits;
  readonly #name: string;
  readonly #parts: SharedParts;
  readonly #onUsed: OnUsed | null;
  /** A request with several places is a group of its own: it gets all of them, or none. */
  #severalPlaces = 0;

  constructor(name: string, memory: MemoryLimits, parts: SharedParts, onUsed: OnUsed | null = null) {
    this.memory = memory;
    this.#name = name;
    this.#parts = parts;
    this.#onUsed = onUsed;
  }

  accept(
    shared: LimitedWindow,
    own: LimitedWindow | null,
    now: number,
    places = 1,
  ): LimitDecision | Promise<LimitDecision> {
    const { link, batches } = this.#parts;
    if (!link.isShared) return this.#acceptHere(shared, own, now, places);
    const id = `${this.#name}:${shared.windowId}|${own === null ? '' : own.windowId}`;
    if (places === 1) return batches.ask(id, now, () => this.#question(shared, own, 1));
    this.#severalPlaces += 1;
    return batches.ask(`${id} ${this.#severalPlaces}`, now, () => this.#question(shared, own, places));
  }

  read(window: LimitedWindow, now: number): RateState | Promise<RateState> {
    const { link, batches } = this.#parts;
    if (!link.isShared) return this.#readHere(window, now);
    const { windowId, limit } = window;
    return batches.ask(`read ${this.#name}:${windowId}`, now, () => ({
      group: this.#group(window, null),
      isRead: true,
      conclude: (outcome, index, at) =>
        windowAfter(outcome.shared, limit, this.memory.windows.widthMs, outcome, index, at),
      decideHere: (at) => this.#readHere(window, at),
    }));
  }

  remainingHere(window: LimitedWindow, now: number): number {
    return this.memory.remainingHere(window, now);
  }

  #question(shared: LimitedWindow, own: LimitedWindow | null, places: number): Question<LimitDecision> {
    const group = this.#group(shared, own, places);
    return {
      group,
      isRead: false,
      conclude: (outcome, request, now) => {
        // The last place of this request.
        const index = request + places - 1;
        if (index < outcome.accepted) {
          this.#record(shared, now, places);
          if (own !== null) this.#record(own, now, places);
        }
        const used = outcome.shared.size + Math.min(index + 1, outcome.accepted);
        this.#onUsed?.(shared.windowId, used, shared.limit);
        return decisionOf(group, outcome, index, now);
      },
      // Copied, because the answers to a group are used only when all of them were made.
      decideHere: (now) => ({ ...this.#acceptHere(shared, own, now, places) }),
    };
  }

  #group(shared: LimitedWindow, own: LimitedWindow | null, places = 1): GroupLimits & { sharedKey: string } {
    return {
      places,
      sharedKey: keyOf(this.#name, shared.windowId),
      sharedLimit: shared.limit,
      ownKey: own === null ? null : keyOf(this.#name, own.windowId),
      ownLimit: own === null ? 0 : own.limit,
      widthMs: this.memory.windows.widthMs,
    };
  }

  #record({ windowId, limit }: LimitedWindow, now: number, places: number): void {
    this.memory.windows.of(windowId, limit).record(now, places);
  }

  #acceptHere(shared: LimitedWindow, own: LimitedWindow | null, now: number, places: number): LimitDecision {
    this.#parts.onFallback();
    return this.memory.accept(this.#partOf(shared), own === null ? null : this.#partOf(own), now, places);
  }

  #readHere(window: LimitedWindow, now: number): RateState {
    const { remaining, resetAt } = this.memory.read(this.#partOf(window), now);
    return { remaining, resetAt };
  }

  /** The part of the limit that this node may accept by itself. */
  #partOf({ windowId, limit }: LimitedWindow): LimitedWindow {
    return { windowId, limit: Math.floor(limit / this.#parts.nodes()) };
  }
}
