// Puts together all rate limits of a node that shares them with others through Redis.

import { randomBytes } from 'node:crypto';
import { type AddressLimits, limitersOf, type ServiceLimits, scoreRequestLimitersOf } from '../limits.ts';
import type { WindowsOptions } from '../memory/windows.ts';
import { Batches } from './batches.ts';
import { Link } from './link.ts';
import { keyOf, OwnCounts } from './own-counts.ts';
import { RedisClient } from './redis-client.ts';
import { type Observer, RedisLimits, type SharedParts } from './redis-limits.ts';
import { RedisScoreRequests } from './redis-score-requests.ts';
import { SharedBook } from './shared-book.ts';

const KEYED = 'keyed';

export interface SharedLimitsOptions {
  redisUrl: string;
  /** The name of this node. */
  node: string;
  clock: () => number;
  /** How many nodes there are, as far as is known without Redis. */
  nodes: () => number;
  onShared: () => void;
  onLost: (error: Error) => void;
  onEviction: () => void;
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
  const newId = () => randomBytes(12).toString('base64url');
  const own = new OwnCounts(newId);
  const inMemory = (name: string, windows: WindowsOptions) => own.limiterOf(name, windows);
  const memory = limitersOf(limits, inMemory);
  const book = new SharedBook((saved, now) => {
    const { windows } = memory.keyed;
    windows.restore(saved, now);
    const { completeUntil } = link;
    // The first greeting, if it comes later, tells what Redis lacks.
    if (completeUntil === null) return;
    for (const [id, instants] of saved) {
      const missing = instants.filter((instant) => instant > completeUntil);
      for (const instant of missing) own.addUnshared(keyOf(KEYED, id), windows.widthMs, instant);
    }
  });
  const client = await RedisClient.connect(
    options.redisUrl,
    () => link.visit(),
    (error) => link.lose(error),
  );
  const link = new Link({
    ...{ ...options, client, own, newId },
    onAllShared: () => book.forget(),
    onLeft: () => book.keep(memory.keyed.windows.instants()),
  });
  let fallbacks = 0;
  const parts: SharedParts = {
    ...{ link, own, batches: new Batches(client, link) },
    onFallback: () => {
      fallbacks += 1;
    },
  };
  const observer: Observer = {
    acceptedHere: (windowId, now) => book.add(windowId, now),
    used: (windowId, used, limit) => book.noteUse(windowId, used, limit),
  };
  const limiters = limitersOf(
    limits,
    (name) => new RedisLimits(name, own.memoryOf(name), parts, name === KEYED ? observer : null),
  );
  return {
    ...limiters,
    scoreRequests: new RedisScoreRequests(scoreRequestLimitersOf(limits, inMemory), { ...parts, client }),
    keyedWindows: memory.keyed.windows,
    book,
    sweep: (now) => own.sweep(now),
    shift(ms) {
      own.shift(ms);
      link.shift(ms);
    },
    isShared: () => link.isShared,
    fallbacks: () => fallbacks,
    start: (longestMs) => link.start(longestMs),
    stop: () => link.stop(),
  };
}
