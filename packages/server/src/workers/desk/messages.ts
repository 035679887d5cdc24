// Messages between the serving thread and the desk thread.

import type { PublishingPolicy } from '@rf-indicators/core/desk/runs/policy';
import type { StoreLocation } from '@rf-indicators/core/store/store';

/** What becomes of the run that is made each day while the service runs. */
export type DailyRun = 'off' | 'draft' | 'publish';

export interface DeskSettings {
  location: StoreLocation;
  masterKey: string | undefined;
  checkpointFile: string | null;
  policy: PublishingPolicy;
  dailyRun: DailyRun;
  /** Whether the demo's story is told, and until when; null where it goes on to today. */
  demo: { until: number | null } | false;
}
