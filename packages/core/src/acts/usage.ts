import { listUsage, totalUsage, USAGE_ORDER } from '../accounts/usage-list.ts';
import type { ActsAbout, Bindings } from './binding.ts';

const DEFAULT_PERIOD_MS = 30 * 24 * 60 * 60 * 1000;

export const usageBindings: Bindings<ActsAbout<'usage'>> = {
  'usage.list': {
    perform: ({ context }, { id }, given) => {
      const filter = { since: context.clock() - DEFAULT_PERIOD_MS, ...given };
      return USAGE_ORDER.page(given, (portion) => listUsage(context.store.db, id, filter, portion));
    },
  },
  'usage.totals': {
    perform: ({ context }, { id }, given) =>
      totalUsage(context.store.db, id, { since: context.clock() - DEFAULT_PERIOD_MS, ...given }),
  },
};
