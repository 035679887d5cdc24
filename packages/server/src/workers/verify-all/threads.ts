// Distributes the checks of rf verify --all to as many threads as there are cores.

import { availableParallelism } from 'node:os';
import { checkInThisThread, type StartChecker } from '@rf-indicators/core/desk/verification/all-portions';
import type { PortionFindings } from '@rf-indicators/core/desk/verification/portion-checks';
import type { Finding } from '@rf-indicators/core/log/findings';
import { CHAINED_TABLES } from '@rf-indicators/core/store/schema';
import type { StoreLocation } from '@rf-indicators/core/store/store';
import { startThread } from '../rpc/thread.ts';
import type { VerifierSettings } from './worker.ts';

/** Starting a thread takes about as long as checking so many packages. */
const PACKAGES_PER_THREAD = 250;
/** A thread has its next portion at hand when it has checked one. */
const PORTIONS_PER_THREAD = 2;

export function checkOnAllCores(
  location: StoreLocation,
  { cores = availableParallelism(), packagesPerThread = PACKAGES_PER_THREAD } = {},
): StartChecker {
  return async (material, packages) => {
    const count = Math.min(cores, Math.floor(packages / packagesPerThread));
    if (count < 2) return checkInThisThread(material, packages);
    const failure = Promise.withResolvers<never>();
    // It may be rejected while nothing is being checked.
    failure.promise.catch(() => undefined);
    const settings: VerifierSettings = { material, location };
    const threads = Array.from({ length: count }, () =>
      startThread({
        file: new URL('./worker.ts', import.meta.url),
        settings,
        maxPending: Number.POSITIVE_INFINITY,
        onError: failure.reject,
      }),
    );
    const ask = <T>(name: string, params: unknown): Promise<T> => {
      const thread = threads.reduce((least, other) => (other.waiting < least.waiting ? other : least));
      return Promise.race([thread.call<T>(name, params), failure.promise]);
    };
    return {
      parallel: count * PORTIONS_PER_THREAD,
      check: (portion) => ask<PortionFindings>('check', portion),
      checkTables: () => aFewAtATime(CHAINED_TABLES, (table) => ask('checkTables', [table]), count),
      checkSnapshots: (ranges) => aFewAtATime(ranges, (range) => ask('checkSnapshots', [range]), count),
      stop: async () => {
        await Promise.all(threads.map((thread) => thread.stop()));
      },
    };
  };
}

/** Not all at once, because they differ in size. The findings are in the order of the parts. */
async function aFewAtATime<Part>(
  parts: Iterable<Part>,
  check: (part: Part) => Promise<Finding[]>,
  atOnce: number,
): Promise<Finding[]> {
  const found: Finding[][] = [];
  const waiting = [...parts].entries();
  const work = async () => {
    for (const [position, part] of waiting) found[position] = await check(part);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return found.flat();
}
