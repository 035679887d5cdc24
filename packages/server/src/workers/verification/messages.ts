// Settings of the thread that verifies the whole store.

import type { WitnessSetting } from '@rf-indicators/core/desk/log/witnesses';
import type { StoreLocation } from '@rf-indicators/core/store/store';
import type { ClockMemory } from '../../clock/shared-clock.ts';

export interface VerificationSettings {
  location: StoreLocation;
  clock?: ClockMemory | undefined;
  /** RF_VERIFIER_KEY, if it is set. */
  verifierKey: string | undefined;
  checkpointFile: string | null;
  witnesses: readonly WitnessSetting[];
}
