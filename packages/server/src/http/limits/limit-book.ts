// Interface of what is saved to the store every second of the limits of workspaces and keys.

import { NEARLY_USED, readSharedWindowId } from '@rf-indicators/core/accounts/limit-windows';
import type { QuotaUse } from '@rf-indicators/core/accounts/quota-notices';
import type { Windows } from './memory/windows.ts';

export interface DrainedLimits {
  /** The requests to save, by window. */
  accepted: ReadonlyMap<string, readonly number[]>;
  /** Workspaces that have used most of their quota. */
  highUse: readonly QuotaUse[];
}

export interface LimitBook {
  drain(): DrainedLimits;
  /** Puts back a drain that could not be saved. */
  undrain(drained: DrainedLimits): void;
  /** Loads what an earlier process of this node saved. */
  restore(saved: ReadonlyMap<string, readonly number[]>, now: number): void;
}

// Finds the workspaces that have used most of their quota, among the windows that were used since the last look.

export function highUse(windows: Windows, usedIds: Iterable<string>): QuotaUse[] {
  const found: QuotaUse[] = [];
  for (const id of usedIds) {
    const quota = readSharedWindowId(id);
    const state = windows.stateOf(id);
    if (quota === null || state === null) continue;
    const used = state.limit - state.remaining;
    if (used >= state.limit * NEARLY_USED) found.push({ ...quota, used, limit: state.limit });
  }
  return found;
}

// What is saved of limits that are counted in memory: every request, so that a restart does not reset the limits.

export function memoryBook(windows: Windows): LimitBook {
  return {
    drain: () => {
      const accepted = windows.drain();
      return { accepted, highUse: highUse(windows, accepted.keys()) };
    },
    undrain: ({ accepted }: DrainedLimits) => windows.undrain(accepted),
    restore: (saved, now) => windows.restore(saved, now),
  };
}
