// The clock of the serving thread, which reads it several times for each request.

import type { ClockWatch } from './clock-watch.ts';
import { monotonicMs } from './shared-clock.ts';

export interface ServingClock {
  clock: () => number;
  /** Call this about once per second. Returns by how much the clock was moved. */
  look(): number;
}

export function servingClock(watch: ClockWatch): ServingClock {
  // Cheaper than the memory that the threads share.
  const origin = monotonicMs() - performance.now();
  let offset = watch.shared.offset + origin;
  return {
    clock: () => offset + performance.now(),
    look() {
      const moved = watch.look();
      if (moved !== 0) offset = watch.shared.offset + origin;
      return moved;
    },
  };
}
