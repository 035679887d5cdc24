// Settings of the desk thread, and what it tells of a round of work.

import type { WitnessSetting } from '@rf-indicators/core/desk/log/witnesses';
import type { CompressionRound } from '@rf-indicators/core/desk/packages/compress-older';
import type { PublishingPolicy } from '@rf-indicators/core/desk/runs/policy';
import type { Swept } from '@rf-indicators/core/desk/runs/sweep-when-due';
import type { Lease } from '@rf-indicators/core/nodes/lease';
import type { StoreLocation } from '@rf-indicators/core/store/store';
import type { ClockMemory } from '../../clock/shared-clock.ts';

/** Whether the service makes a daily run, and whether it publishes the run or leaves it as a draft. */
export type DailyRun = 'off' | 'draft' | 'publish';

export interface DeskSettings {
  location: StoreLocation;
  clock?: ClockMemory | undefined;
  masterKey: string | undefined;
  /** RF_VERIFIER_KEY, if it is set. */
  verifierKey: string | undefined;
  checkpointFile: string | null;
  /** The witnesses that are asked to cosign each checkpoint. */
  witnesses?: readonly WitnessSetting[];
  policy: PublishingPolicy;
  dailyRun: DailyRun;
  /** Whether to extend the demo data, and up to which time; null means now. */
  demo: { until: number | null } | false;
}

/** What is given to each round. */
export interface DeskTurn {
  /** What the last round has seen; null for the first one. */
  swept: Swept | null;
  /** The lease of this node; null on SQLite, where there is only one node. */
  lease: Lease | null;
}

export interface DeskRound {
  /** What its sweep of staleness has seen, for the next round; null if there was none. */
  swept: Swept | null;
  /** Of the packages that an older version wrote; null if another node took over before. */
  olderPackages: CompressionRound | null;
}
