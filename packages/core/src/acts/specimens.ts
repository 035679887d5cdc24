// Bindings of the acts about specimens.

import { requireRequestedProvider } from '../desk/provider-file/change-provider.ts';
import {
  endSpecimen,
  nameSpecimen,
  requireEndable,
  requireNameable,
} from '../desk/provider-file/name-specimen.ts';
import type { Provider } from '../desk/providers/providers.ts';
import { listSpecimens } from '../desk/providers/specimens.ts';
import type { Queries, Writes } from '../store/store.ts';
import type { ActsAbout, Bindings } from './binding.ts';
import { twoPeople, twoPersonBinding } from './two-people.ts';

type Act = 'specimens.name' | 'specimens.end';
interface Decision {
  provider: string;
  reason: string;
}

/** Nobody gives a package away alone, not even while the store is being founded. */
function byTwoPeople(
  name: Act,
  require: (db: Queries | Writes, decision: Decision) => Promise<Provider>,
  perform: typeof nameSpecimen,
) {
  return twoPeople(name, {
    alone: async () => false,
    check: async ({ context }, _, decision) => ({
      subject: `provider/${(await require(context.store.db, decision)).id}`,
      extra: {},
    }),
    perform: ({ context }, people, decision, commit, requestId) =>
      context.store.transaction(async (writes) => {
        await commit(writes);
        await requireRequestedProvider(writes, requestId, decision.provider);
        await perform(context, writes, people, decision, requestId!);
      }),
  });
}

export const specimenRequests = {
  'specimens.name': byTwoPeople('specimens.name', requireNameable, nameSpecimen),
  'specimens.end': byTwoPeople('specimens.end', requireEndable, endSpecimen),
};

export const specimenBindings: Bindings<ActsAbout<'specimens'>> = {
  'specimens.list': async ({ context }) => ({
    data: (await listSpecimens(context.store.db)).map(({ verification_id, ...specimen }) => ({
      ...specimen,
      address: verification_id === null ? null : `/specimens/${specimen.slug}.json`,
    })),
  }),
  'specimens.name': twoPersonBinding(specimenRequests['specimens.name']),
  'specimens.end': twoPersonBinding(specimenRequests['specimens.end']),
};
