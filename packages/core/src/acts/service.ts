// Bindings of the acts about the log and the service.

import { Refusal } from '../context/refusal.ts';
import { readDeliveryQueue, readStoreState } from '../desk/status/service-state.ts';
import {
  listVerifications,
  startVerification,
  VERIFICATION_ORDER,
} from '../desk/verification/verifications.ts';
import { readLogState } from '../log/log-state.ts';
import { listNodes } from '../nodes/registry.ts';
import type { ActsAbout, Bindings } from './binding.ts';

export const serviceBindings: Bindings<ActsAbout<'service' | 'log' | 'verifications'>> = {
  'service.show': async ({ context: { store, clock }, version, serving }) => ({
    version: version ?? 'unknown',
    node_version: process.version,
    serving: serving ?? null,
    store: await readStoreState(store),
    nodes: await listNodes(store.db, store.kind, clock()),
    deliveries: await readDeliveryQueue(store.db),
  }),
  'service.examine': async ({ examine }) => {
    if (examine === undefined) throw new Refusal('conflict', 'Run rf doctor on the machine of the service.');
    return { data: await examine() };
  },
  'log.show': async ({ context, pinnedKey, checkpointFile }) => ({
    ...(await readLogState(context.store.db)),
    pinned_key: (await pinnedKey())?.id ?? null,
    keeps_checkpoints: checkpointFile !== null,
  }),
  'verifications.list': ({ context: { store, clock } }, _, page) =>
    VERIFICATION_ORDER.page(page, (portion) => listVerifications(store.db, clock(), portion)),
  'verifications.start': async ({ context }, actor) => ({ id: await startVerification(context, actor) }),
};
