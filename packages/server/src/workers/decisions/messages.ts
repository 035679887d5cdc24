// Settings of the thread that decides.

import type { PublishingPolicy } from '@rf-indicators/core/desk/runs/policy';
import type { StoreLocation } from '@rf-indicators/core/store/store';
import type { ClockMemory } from '../../clock/shared-clock.ts';

export interface DecisionSettings {
  location: StoreLocation;
  clock?: ClockMemory | undefined;
  policy: PublishingPolicy;
  /** RF_DECISIONS_MIB. */
  decisionsMib: number;
}
