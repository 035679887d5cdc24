// Settings of the console thread.

import type { ClockMemory } from '../../clock/shared-clock.ts';
import type { ActSettings } from '../../console/act-services.ts';
import type { IdentitySettings } from '../../identity/settings.ts';

export interface ConsoleThreadSettings {
  clock?: ClockMemory | undefined;
  acts: ActSettings;
  identity: IdentitySettings;
}
