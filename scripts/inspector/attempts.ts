// The inspector's list.

import { APPROVING } from './approving.ts';
import type { Attempt } from './attempt.ts';
import { COMBINING } from './combining.ts';
import { COMMITTEE } from './committee.ts';
import { ENROLLING } from './enrolling.ts';
import { FORGED_KEYS } from './forging-keys.ts';
import { FORGED_PEOPLE } from './forging-people.ts';
import { FORGED_SCORES } from './forging-scores.ts';
import { FORGED_WEBHOOKS } from './forging-webhooks.ts';
import { FOUNDING_ATTEMPTS } from './founding.ts';
import { FRAMEWORKS } from './frameworks.ts';
import { HIDING } from './hiding.ts';
import { PUBLISHING } from './publishing.ts';
import { SIGNING_IN } from './signing-in.ts';
import { WITHDRAWING } from './withdrawing.ts';

export const SUBJECTS: Record<string, Attempt[]> = {
  Publishing: PUBLISHING,
  'The committee': COMMITTEE,
  Withdrawing: WITHDRAWING,
  'Approving inputs': APPROVING,
  'Staff, tokens and the rule': ENROLLING,
  'The founding': FOUNDING_ATTEMPTS,
  Frameworks: FRAMEWORKS,
  Hiding: HIDING,
  'Rows that somebody wrote': [...FORGED_PEOPLE, ...FORGED_SCORES, ...FORGED_KEYS, ...FORGED_WEBHOOKS],
  'Signing in': SIGNING_IN,
  'Settings, clock, backup, import, demo and mail': COMBINING,
};
