import { listUsage } from '../accounts/usage-list.ts';
import type { ActsAbout, Bindings } from './binding.ts';

const DEFAULT_PERIOD_MS = 30 * 24 * 60 * 60 * 1000;

export const usageBindings: Bindings<ActsAbout<'usage'>> = {
  'usage.list': {
    perform: async ({ context }, { id }, { since = context.clock() - DEFAULT_PERIOD_MS }) => ({
      data: await listUsage(context.store.db, id, since),
    }),
  },
};
