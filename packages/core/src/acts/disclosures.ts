// Bindings of the acts about disclosures and reviews.

import { listDisclosures, requireSettable, setDisclosures } from '../desk/disclosures/register.ts';
import { listReviews } from '../desk/reviews/list.ts';
import type { ActsAbout, Bindings } from './binding.ts';
import { twoPeople, twoPersonBinding } from './two-people.ts';

export const disclosureRequests = {
  /** Nobody sets alone what is published about conflicts of interest, not even while the store is being founded. */
  'disclosures.set': twoPeople('disclosures.set', {
    alone: async () => false,
    check: async ({ context }, _, input) => ({
      subject: await requireSettable(context.store.db, input),
      extra: {},
    }),
    perform: ({ context }, people, input, commit, requestId) =>
      context.store.transaction(async (writes) => {
        await commit(writes);
        await setDisclosures(context, writes, people, input, requestId!);
      }),
  }),
};

export const disclosureBindings: Bindings<ActsAbout<'disclosures'>> = {
  'disclosures.list': async ({ context }) => ({ data: await listDisclosures(context.store.db) }),
  'disclosures.set': twoPersonBinding(disclosureRequests['disclosures.set']),
};

export const reviewBindings: Bindings<ActsAbout<'reviews'>> = {
  'reviews.list': async ({ context }) => ({ data: await listReviews(context.store.db) }),
};
