// Interface of what is saved to the store every second of the limits of workspaces and keys.

import type { QuotaUse } from '@rf-indicators/core/accounts/quota-notices';

export interface DrainedLimits {
  /** The requests to save, by window. */
  accepted: ReadonlyMap<string, readonly number[]>;
  /** Whether everything that this node saved before is counted elsewhere by now, and can be deleted. */
  deletesSaved: boolean;
  /** Workspaces that have used most of their quota. */
  highUse: readonly QuotaUse[];
}

export interface LimitBook {
  drain(): DrainedLimits;
  /** Puts back a drain that could not be saved. */
  undrain(drained: DrainedLimits): void;
  /** What to save at the stop, after the last drain; null if there is nothing more. */
  drainAtStop(): DrainedLimits | null;
  /** Loads what an earlier process of this node saved. */
  restore(saved: ReadonlyMap<string, readonly number[]>, now: number): void;
}
