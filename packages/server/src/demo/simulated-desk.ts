// A context whose clock is set explicitly and whose ids are derived from the time, so that the same story produces
// the same world, including every verification id, on every machine.

import { createHash } from 'node:crypto';
import type { Context } from '@rf-indicators/core/context/context';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import type { Store } from '@rf-indicators/core/store/store';

export interface SimulatedDesk extends Context {
  moveTo(instant: number): void;
}

/** Desks with other names have other ids at the same time. */
export function simulatedDesk(store: Store, start: number, name = 'demo'): SimulatedDesk {
  let now = start;
  let idsSinceMove = 0;
  return {
    store,
    clock: () => now,
    newId: () => {
      idsSinceMove += 1;
      const bytes = createHash('sha256').update(`${name} ${now} ${idsSinceMove}`).digest();
      return uuidV7(now, (count) => bytes.subarray(0, count));
    },
    moveTo: (instant) => {
      now = instant;
      idsSinceMove = 0;
    },
  };
}
