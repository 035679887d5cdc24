// What follows when the committee has decided a matter by itself.

import type { MatterEffects } from '../desk/committee/close-decided.ts';
import { withdrawDecided } from '../desk/publication/withdraw.ts';

export const MATTER_EFFECTS: MatterEffects = { withdrawal: withdrawDecided };
