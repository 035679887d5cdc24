// The state of the running service: start time, readiness, faults and data freshness.

import type { DataStatus } from '../rendering/data-status.ts';

/** What the service depends on, apart from its own process. */
export const DEPENDENCIES = [
  'store_reads',
  'store_writes',
  'store_integrity',
  'master_key',
  'shared_limits',
  'clock',
] as const;
export type DependencyName = (typeof DEPENDENCIES)[number];

/** What is wrong with each dependency that does not work, as a sentence for everyone: no paths, no addresses. */
export type Faults = Partial<Record<DependencyName, string>>;

export interface ServiceState extends DataStatus {
  startedAt: number;
  /** How many witnesses must have cosigned the newest checkpoint; 0 without witnesses. */
  witnessQuorum: number;
  faults: Faults;
  /** The last daily check of the store by this process; null if there was none. */
  dailyCheck: { at: number; problems: number } | null;
  /** Whether nodes share their rate limits, through Redis. */
  sharesLimits: boolean;
  isReady: boolean;
  isStopping: boolean;
}
