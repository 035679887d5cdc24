// How quick a world of three nodes must be, on an idle machine and on a busy one.

/** How quick a world must be. */
export interface Pace {
  recoversWithinMs: number;
  /** Of all bursts, such a share may have met a node that decided by itself although no fault of the limits was made. */
  mostLate: number;
}

/** On a machine with nothing else to do. */
export const PROMISED: Pace = { recoversWithinMs: 10_000, mostLate: 0.05 };

/**
 * On a machine with other work to do, where a node can take a minute to start and Redis can be late at any time: only a
 * node that hangs takes this long.
 */
export const UNHURRIED: Pace = { recoversWithinMs: 240_000, mostLate: 1 };
