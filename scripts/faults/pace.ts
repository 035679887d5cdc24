// How quick a world of three nodes must be, on an idle machine and on a busy one.

/** How quick a world must be. */
export interface Pace {
  recoversWithinMs: number;
  /**
   * Of the reads of scores that do not change. A publication prepares all scores again, and those that are not ready need
   * the database.
   */
  leastServed: number;
  /** Of all bursts, such a share may have met a node that decided by itself although no fault of the limits was made. */
  mostLate: number;
}

/** On a machine with nothing else to do. */
export const PROMISED: Pace = { recoversWithinMs: 10_000, leastServed: 0.95, mostLate: 0.05 };

/**
 * On a machine with other work to do, where a node can take a minute to start and Redis can be late at any time: only a
 * node that hangs takes this long. How many scores happen to be ready when the database goes is a matter of chance there, and
 * a short fault sees so few reads that one more or less decides; that none at all is served is not.
 */
export const UNHURRIED: Pace = { recoversWithinMs: 240_000, leastServed: 0.25, mostLate: 1 };
