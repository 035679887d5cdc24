// Settings of the desk thread, and what it tells of a round of work.

import type { WitnessSetting } from '@rf-indicators/core/desk/log/witnesses';
import type { CompressionRound } from '@rf-indicators/core/desk/packages/compress-older';
import type { PublishingPolicy } from '@rf-indicators/core/desk/runs/policy';
import type { Swept } from '@rf-indicators/core/desk/runs/sweep-when-due';
import type { StoreLocation } from '@rf-indicators/core/store/store';

/** Whether the service makes a daily run, and whether it publishes the run or leaves it as a draft. */
export type DailyRun = 'off' | 'draft' | 'publish';

export interface DeskSettings {
  location: StoreLocation;
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

export interface DeskRound {
  /** What its sweep of staleness has seen, for the next round; null if there was none. */
  swept: Swept | null;
  /** Of the packages that an older version wrote. */
  olderPackages: CompressionRound;
}
