// Bindings of the act that replaces the master key.

import { isFounderAlone } from '../accounts/sign-in-servers.ts';
import { Refusal } from '../context/refusal.ts';
import { isUnderWay } from '../resealing/key-state.ts';
import { beginRotation, requireReady, sealEverythingAgain } from '../resealing/rotation.ts';
import type { Keys } from '../resealing/sealed-values.ts';
import { masterKeyIds } from '../store/records/chain-key.ts';
import type { ActsAbout, Bindings } from './binding.ts';
import type { ActServices } from './services.ts';
import { twoPeople, twoPersonBinding } from './two-people.ts';

const rotate = twoPeople('master_key.rotate', {
  alone: isFounderAlone,
  continues: ({ isServed }) => isServed === true,
  check: async (services) => ({
    subject: await requireReady(services.context, keysOf(services)),
    extra: {},
  }),
  perform: async (services, people, { reason }, commit, requestId) => {
    const { context } = services;
    // Again, because nodes and keys may be others than at the request.
    await requireReady(context, keysOf(services));
    await context.store.transaction(async (writes) => {
      await commit(writes);
      await beginRotation(context, writes, people, keysOf(services), requestId, reason);
    });
    // A service does the rest with its scheduled work, beside the thread of short acts.
    if (services.isServed && requestId !== null) return;
    await work(services);
  },
});

export const masterKeyRequests = { 'master_key.rotate': rotate };

export const masterKeyBindings: Bindings<ActsAbout<'master_key'>> = {
  'master_key.rotate': async (services, actor, input) => {
    const { context } = services;
    if (!(await isUnderWay(context.store.db, masterKeyIds(services.masterKey()))))
      return twoPersonBinding(rotate)(services, actor, input);
    await requireReady(context, keysOf(services));
    if (services.isServed)
      throw new Refusal(
        'conflict',
        'Two people have approved this, and the service is doing it. rf master-key status shows what is left.',
      );
    await work(services);
    return { done: true, request: null };
  },
};

async function work(services: ActServices): Promise<void> {
  const { context, progress } = services;
  const report = (done: number, all: number) => progress?.('sealed', done, all);
  await sealEverythingAgain({ context, keys: keysOf(services), progress: report });
}

function keysOf({ masterKey, secondFactors }: ActServices): Keys {
  return { masterKey: masterKey(), secondFactors };
}
