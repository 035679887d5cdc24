// Distributes the portions of rf verify --all to as many threads as there are cores.

import { availableParallelism } from 'node:os';
import { checkInThisThread, type StartChecker } from '@rf-indicators/core/desk/log/all-portions';
import type { PortionFindings } from '@rf-indicators/core/desk/log/portion-checks';
import { startThread } from '../rpc/thread.ts';

/** Starting a thread takes about as long as checking so many packages. */
const PACKAGES_PER_THREAD = 250;
/** A thread has its next portion at hand when it has checked one. */
const PORTIONS_PER_THREAD = 2;

export function checkOnAllCores(cores = availableParallelism()): StartChecker {
  return async (material, packages) => {
    const count = Math.min(cores, Math.floor(packages / PACKAGES_PER_THREAD));
    if (count < 2) return checkInThisThread(material, packages);
    const failure = Promise.withResolvers<never>();
    // It may be rejected while no portion is being checked.
    failure.promise.catch(() => undefined);
    const threads = Array.from({ length: count }, () =>
      startThread({
        file: new URL('./worker.ts', import.meta.url),
        settings: material,
        maxPending: PORTIONS_PER_THREAD,
        onError: failure.reject,
      }),
    );
    return {
      parallel: count * PORTIONS_PER_THREAD,
      check: (portion) => {
        const thread = threads.reduce((least, other) => (other.waiting < least.waiting ? other : least));
        return Promise.race([thread.call<PortionFindings>('check', portion), failure.promise]);
      },
      stop: async () => {
        await Promise.all(threads.map((thread) => thread.stop()));
      },
    };
  };
}
