// What is saved of limits that are counted in memory: every request, so that a restart does not reset the limits.

import type { DrainedLimits, LimitBook } from '../limit-book.ts';
import { highUse } from '../quota-use.ts';
import type { Windows } from './windows.ts';

export function memoryBook(windows: Windows): LimitBook {
  return {
    drain: () => {
      const accepted = windows.drain();
      return { accepted, deletesSaved: false, highUse: highUse(windows, accepted.keys()) };
    },
    undrain: ({ accepted }: DrainedLimits) => windows.undrain(accepted),
    drainAtStop: () => null,
    restore: (saved, now) => windows.restore(saved, now),
  };
}
