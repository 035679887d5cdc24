// Puts together all rate limits of a node that shares them with others through Redis.

import { NEARLY_USED, readSharedWindowId } from '@rf-indicators/core/accounts/limit-windows';
import type { DrainedLimits, LimitBook } from '../limit-book.ts';
import {
  type AddressLimits,
  HOUR,
  limitersOf,
  type ServiceLimits,
  scoreRequestLimitersOf,
} from '../limits.ts';
import { MemoryLimits } from '../memory/memory-limits.ts';
import type { Windows, WindowsOptions } from '../memory/windows.ts';
import { Batches } from './batches.ts';
import { Link, type LinkOptions } from './link.ts';
import { RedisClient } from './redis-client.ts';
import { RedisLimits, type SharedParts } from './redis-limits.ts';
import { RedisScoreRequests } from './redis-score-requests.ts';

export interface SharedLimitsOptions extends Omit<LinkOptions, 'client' | 'expiryMs'> {
  redisUrl: string;
  /** How many nodes there are. */
  nodes: () => number;
}

export interface SharedLimits extends ServiceLimits {
  /** Whether Redis counts. */
  isShared(): boolean;
  /** Decisions that this node made by itself. */
  fallbacks(): number;
  /** Waits until Redis counts, but no longer than the given time. */
  start(longestMs: number): Promise<void>;
  stop(): Promise<void>;
}

export async function createSharedLimits(
  limits: AddressLimits,
  options: SharedLimitsOptions,
): Promise<SharedLimits> {
  const client = await RedisClient.connect(
    options.redisUrl,
    () => link.visit(),
    (error) => link.lose(error),
  );
  const link = new Link({ ...options, client, expiryMs: HOUR });
  let fallbacks = 0;
  const parts: SharedParts = {
    ...{ link, batches: new Batches(client, link), nodes: options.nodes },
    onFallback: () => {
      fallbacks += 1;
      book.isUnsaved = true;
    },
  };
  const memories: MemoryLimits[] = [];
  const inMemory = (_name: string, windows: WindowsOptions) => {
    const memory = new MemoryLimits(windows);
    memories.push(memory);
    return memory;
  };
  const limiters = limitersOf(limits, (name, windows) => {
    const onUsed = (...used: Parameters<SharedBook['noteUse']>) => book.noteUse(...used);
    return new RedisLimits(name, inMemory(name, windows), parts, name === 'keyed' ? onUsed : null);
  });
  const keyedWindows = limiters.keyed.memory.windows;
  const book = new SharedBook(keyedWindows);
  return {
    ...limiters,
    scoreRequests: new RedisScoreRequests(scoreRequestLimitersOf(limits, inMemory), { ...parts, client }),
    ...{ keyedWindows, book },
    sweep(now) {
      for (const { windows } of memories) windows.sweep(now);
    },
    shift(ms) {
      for (const { windows } of memories) windows.shift(ms);
    },
    isShared: () => link.isShared,
    fallbacks: () => fallbacks,
    start: (longestMs) => link.start(longestMs),
    stop: () => link.stop(),
  };
}

/** Saves what this node accepts while it counts by itself, so that its next process does not accept as much again. */
class SharedBook implements LimitBook {
  /** Whether this node decided by itself since the last drain. */
  isUnsaved = false;
  readonly #windows: Windows;
  #highUse = new Map<string, { used: number; limit: number }>();

  constructor(windows: Windows) {
    this.#windows = windows;
  }

  /** What Redis says that a window has used. */
  noteUse(windowId: string, used: number, limit: number): void {
    if (used >= limit * NEARLY_USED) this.#highUse.set(windowId, { used, limit });
  }

  drain(): DrainedLimits {
    const drained = this.#windows.drain();
    const accepted = this.isUnsaved ? drained : new Map<string, number[]>();
    this.isUnsaved = false;
    const highUse = [...this.#highUse].flatMap(([id, use]) => {
      const quota = readSharedWindowId(id);
      return quota === null ? [] : [{ ...quota, ...use }];
    });
    this.#highUse = new Map();
    return { accepted, highUse };
  }

  /** Notices are not put back: the next request notes them again. */
  undrain({ accepted }: DrainedLimits): void {
    this.#windows.undrain(accepted);
    this.isUnsaved ||= accepted.size > 0;
  }

  restore(saved: ReadonlyMap<string, readonly number[]>, now: number): void {
    this.#windows.restore(saved, now);
  }
}
