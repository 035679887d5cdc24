// What the service knows of itself: since when it runs, whether the store answers, how fresh the data is.

import type { DataStatus } from '../rendering/data-status.ts';

export interface ServiceState extends DataStatus {
  startedAt: number;
  /** Whether the store answered when it was last asked. */
  isStoreAvailable: boolean;
  isReady: boolean;
  isStopping: boolean;
}
