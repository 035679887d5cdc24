// Distributes the parts of rf verify --all to as many threads as there are cores.

import { availableParallelism } from 'node:os';
import { checkInThisThread, type StartChecker } from '@rf-indicators/core/desk/verification/checker';
import type { CheckedPart, Part } from '@rf-indicators/core/desk/verification/parts';
import type { StoreLocation } from '@rf-indicators/core/store/store';
import { startThread } from '../rpc/thread.ts';
import type { VerifierSettings } from './worker.ts';

/** Starting a thread takes about as long as checking so many parts. */
const PARTS_PER_THREAD = 4;
/** Each thread takes memory of its own. */
const MOST_THREADS = 4;
/** Megabytes. A part needs less than half of it; without a limit, V8 would let garbage lie until it takes hundreds. */
const HEAP = { young: 24, old: 192 };

export function checkOnAllCores(
  location: StoreLocation,
  { cores = availableParallelism(), partsPerThread = PARTS_PER_THREAD } = {},
): StartChecker {
  return async (material, parts, db) => {
    const count = Math.min(cores, MOST_THREADS, Math.floor(parts.length / partsPerThread));
    if (count < 2) return checkInThisThread(material, parts, db);
    const failure = Promise.withResolvers<never>();
    // It may be rejected while nothing is being checked.
    failure.promise.catch(() => undefined);
    const settings: VerifierSettings = { material, location };
    const threads = Array.from({ length: count }, () =>
      startThread({
        file: new URL('./worker.ts', import.meta.url),
        settings,
        heap: HEAP,
        maxPending: Number.POSITIVE_INFINITY,
        onError: failure.reject,
      }),
    );
    const check = (part: Part): Promise<CheckedPart> => {
      const thread = threads.reduce((least, other) => (other.waiting < least.waiting ? other : least));
      return Promise.race([thread.call<CheckedPart>('check', part), failure.promise]);
    };
    return {
      parallel: count,
      check,
      readsAnew: true,
      stop: async () => {
        await Promise.all(threads.map((thread) => thread.stop()));
      },
    };
  };
}
