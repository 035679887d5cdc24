// A drill: a fault that needs a world of its own.

import type { Result } from '../fault.ts';
import type { Pace } from '../pace.ts';

export interface DrillOptions {
  /** A folder with a demo on SQLite; a copy of it is used. */
  demo: string;
  isFull: boolean;
  pace: Pace;
  tell: (line: string) => void;
}

export interface Drill {
  name: string;
  what: string;
  /** Why it cannot be run on this machine; null if it can. */
  obstacle?(): string | null;
  run(options: DrillOptions): Promise<Result>;
}
