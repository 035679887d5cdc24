// Settings of the threads that perform acts.

import type { StoreLocation } from '@rf-indicators/core/store/store';
import type { ClockMemory } from '../../clock/shared-clock.ts';
import type { ActSettings } from '../../console/act-services.ts';
import type { IdentitySettings } from '../../identity/settings.ts';

export interface ConsoleThreadSettings {
  location: StoreLocation;
  clock?: ClockMemory | undefined;
  acts: ActSettings;
  sessionLimits: IdentitySettings['limits'];
  /** Whether the thread is for short acts or for those that take long. */
  connections: 'console' | 'longActs';
}
