// Settings of the identity thread.

import type { StoreLocation } from '@rf-indicators/core/store/store';
import type { ClockMemory } from '../../clock/shared-clock.ts';
import type { IdentitySettings } from '../../identity/settings.ts';

export interface IdentityThreadSettings {
  location: StoreLocation;
  clock?: ClockMemory | undefined;
  /** RF_MASTER_KEY, if it is set. */
  masterKey: string | undefined;
  identity: IdentitySettings;
}
