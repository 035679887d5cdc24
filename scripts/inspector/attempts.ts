// The inspector's list.

import { APPROVING } from './approving.ts';
import type { Attempt } from './attempt.ts';
import { ENROLLING } from './enrolling.ts';
import { FOUNDING_ATTEMPTS } from './founding.ts';
import { FRAMEWORKS } from './frameworks.ts';
import { HIDING } from './hiding.ts';
import { PUBLISHING } from './publishing.ts';
import { WITHDRAWING } from './withdrawing.ts';

export const SUBJECTS: Record<string, Attempt[]> = {
  Publishing: PUBLISHING,
  Withdrawing: WITHDRAWING,
  'Approving inputs': APPROVING,
  'Staff, tokens and the rule': ENROLLING,
  'The founding': FOUNDING_ATTEMPTS,
  Frameworks: FRAMEWORKS,
  Hiding: HIDING,
};
