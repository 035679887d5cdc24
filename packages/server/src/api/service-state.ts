// The state of the running service: start time, store availability, readiness and data freshness.

import type { DataStatus } from '../rendering/data-status.ts';

export interface ServiceState extends DataStatus {
  startedAt: number;
  /** Whether the last request to the store succeeded. */
  isStoreAvailable: boolean;
  isReady: boolean;
  isStopping: boolean;
}
