// Waiting for a state, never for a time.

import { setTimeout as pause } from 'node:timers/promises';

/**
 * How long tests wait for what must happen. Only what hangs takes longer: a machine with other work to do can be several
 * times slower than an idle one.
 */
export const PATIENCE_MS = 120_000;
/** The longer it takes, the less often is looked: at most a tenth of the time is waited in vain. */
const POLL_MS = { least: 20, most: 250 };

/** Waits for something that happens by itself; how long it took, in milliseconds. */
export async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<number> {
  const begun = performance.now();
  while (!(await holds())) {
    const waited = performance.now() - begun;
    if (waited > PATIENCE_MS) throw new Error(`${what}: not so within ${PATIENCE_MS / 1000} s`);
    await pause(Math.min(POLL_MS.most, Math.max(POLL_MS.least, waited / 10)));
  }
  return performance.now() - begun;
}
