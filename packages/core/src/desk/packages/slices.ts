// Long computations in slices, so that the thread does its other work between them.

import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MS = 8;

/** Waits for the thread's other work if the current slice has taken long enough. Call it after each item. */
export function inSlices(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < SLICE_MS) return undefined;
    return nextTurn().then(() => {
      since = performance.now();
    });
  };
}
