// Settings of the background thread, and what it says about a round of scheduled work.

import type { CompressionRound } from '@rf-indicators/core/desk/packages/compress-older';
import type { Swept } from '@rf-indicators/core/desk/publication/sweep-when-due';
import type { Lease } from '@rf-indicators/core/nodes/lease';
import type { ClockMemory } from '../../clock/shared-clock.ts';
import type { ActSettings } from '../../console/act-services.ts';

/** Whether the service makes a daily run, and whether it publishes the run or leaves it as a draft. */
export type DailyRun = 'off' | 'draft' | 'publish';

export interface BackgroundSettings {
  clock?: ClockMemory | undefined;
  acts: ActSettings;
  dailyRun: DailyRun;
  /** Whether to extend the demo data, and up to which time; null means now. */
  demo: { until: number | null } | false;
}

/** What each round of scheduled work is given. */
export interface Turn {
  /** What the last round has seen; null for the first one. */
  swept: Swept | null;
  /** The lease of this node; null on SQLite, where there is only one node. */
  lease: Lease | null;
}

export interface Round {
  /** What its sweep of staleness has seen, for the next round; null if there was none. */
  swept: Swept | null;
  /** Of the packages that an older version wrote; null if another node took over before. */
  olderPackages: CompressionRound | null;
}
