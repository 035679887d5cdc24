// A fault of a running world: how it begins and how its cause ends.

import type { World } from './world/world.ts';

export interface Fault {
  /** As `npm run faults -- NAME` takes it. */
  name: string;
  /** For the table in the docs. */
  what: string;
  /** How long the cause lasts: in `npm run faults`, and in the tests. */
  seconds: { full: number; short: number };
  /** Whether Redis cannot count exactly meanwhile. Up to twice a limit is allowed then. */
  touchesLimits?: boolean;
  /** Whether nodes or their connections fail meanwhile. Otherwise scores that do not change must be served. */
  stopsReads?: boolean;
  /**
   * Begins the cause. The function that it returns ends it, and leaves a world that can recover by itself. A text that
   * it resolves with is what else was measured.
   */
  begin(world: World): Promise<() => Promise<unknown>>;
  /** What else must hold once the world has recovered; texts are violations. */
  check?(world: World): Promise<string[]>;
}

/** What became of a fault. */
export interface Result {
  name: string;
  seconds: number;
  /** From the end of the cause until every node worked; null if one did not. */
  recoverySeconds: number | null;
  violations: string[];
  /** For how long the event loop of a node was blocked by its own work at most, in milliseconds. */
  longestBlockMs: number;
  /** What else was measured, for the table. */
  note?: string;
}
