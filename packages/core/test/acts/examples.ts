// One example of every act, in an order in which each can be done: from a founded desk to a customer's webhooks.

import { BOOKS } from './examples/books.ts';
import { CUSTOMERS } from './examples/customers.ts';
import { DUE } from './examples/due.ts';
import { ENTRY } from './examples/entry.ts';
import type { Example } from './examples/example.ts';
import { FRAMEWORKS } from './examples/frameworks.ts';
import { MARKET } from './examples/market.ts';
import { POLICIES } from './examples/policies.ts';
import { PROVIDERS } from './examples/providers.ts';
import { REVIEW } from './examples/review.ts';
import { RUNS } from './examples/runs.ts';
import { AUDIT, SERVICE } from './examples/service.ts';
import { SIGN_INS } from './examples/sign-ins.ts';
import { SIGNING_KEYS } from './examples/signing-keys.ts';
import { STAFF } from './examples/staff.ts';
import { WATCH } from './examples/watch.ts';
import { WEBHOOKS } from './examples/webhooks.ts';

export const EXAMPLES: readonly Example[] = [
  ...STAFF,
  ...PROVIDERS,
  ...ENTRY,
  ...REVIEW,
  ...DUE,
  ...RUNS,
  ...SIGNING_KEYS,
  ...FRAMEWORKS,
  ...MARKET,
  ...SERVICE,
  ...CUSTOMERS,
  ...POLICIES,
  ...BOOKS,
  ...WATCH,
  ...SIGN_INS,
  ...WEBHOOKS,
  ...AUDIT,
];
