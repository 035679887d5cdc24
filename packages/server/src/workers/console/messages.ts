// Settings of the threads that perform acts.

import type { StoreLocation } from '@rf-indicators/core/store/store';
import type { ActSettings } from '../../console/act-services.ts';
import type { IdentitySettings } from '../../identity/settings.ts';

export interface ConsoleThreadSettings {
  location: StoreLocation;
  acts: ActSettings;
  sessionLimits: IdentitySettings['limits'];
}
