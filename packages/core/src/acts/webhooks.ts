// Bindings of the acts about webhook endpoints.

import {
  endEndpointOverlap,
  giveEndpointSecret,
  removeEndpointSecret,
  rotateEndpointSecret,
} from '../webhooks/endpoint-secrets.ts';
import { disableEndpoint, enableEndpoint, removeEndpoint } from '../webhooks/endpoint-state.ts';
import { addEndpoint, listEndpoints, updateEndpoint } from '../webhooks/endpoints.ts';
import { sendTest } from '../webhooks/test-events.ts';
import type { ActsAbout, Bindings } from './binding.ts';

export const webhookBindings: Bindings<ActsAbout<'webhooks'>> = {
  'webhooks.list': async ({ context }, { id }) => ({ data: await listEndpoints(context.store.db, id) }),
  'webhooks.add': async ({ context, targetRules }, member, { event_types, ...wanted }) =>
    addEndpoint(context, member, await targetRules(), { ...wanted, eventTypes: event_types ?? [] }),
  'webhooks.update': async ({ context, targetRules }, member, { endpoint, event_types, ...changes }) =>
    updateEndpoint(context, member, await targetRules(), endpoint, {
      ...changes,
      ...(event_types === undefined ? {} : { eventTypes: event_types }),
    }),
  'webhooks.enable': async ({ context }, member, { endpoint, discard_waiting: discardWaiting = false }) => ({
    deliveries: await enableEndpoint(context, member, endpoint, { discardWaiting }),
  }),
  'webhooks.disable': async ({ context }, member, { endpoint }) => ({
    deliveries: await disableEndpoint(context, member, endpoint),
  }),
  'webhooks.remove': ({ context }, member, { endpoint }) => removeEndpoint(context, member, endpoint),
  'webhooks.give_secret': ({ context, masterKey }, member, { endpoint }) =>
    giveEndpointSecret(context, member, masterKey(), endpoint),
  'webhooks.rotate_secret': ({ context, masterKey }, member, { endpoint }) =>
    rotateEndpointSecret(context, member, masterKey(), endpoint),
  'webhooks.end_secret_overlap': ({ context }, member, { endpoint }) =>
    endEndpointOverlap(context, member, endpoint),
  'webhooks.remove_secret': async ({ context }, member, { endpoint }) => ({
    overlap_ends_at: await removeEndpointSecret(context, member, endpoint),
  }),
  'webhooks.test': async ({ context, renderTestEvent }, member, { endpoint, type }) => ({
    delivery_id: await sendTest(context, member, endpoint, type, await renderTestEvent()),
  }),
};
