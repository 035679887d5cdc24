// Bindings of the acts about webhook endpoints.

import { NO_RECEIVERS } from '../webhooks/allowed-receivers.ts';
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
  'webhooks.list': async ({ context, targetRules }, { id }) => {
    const { ranges, names } = (await targetRules()).allowed ?? NO_RECEIVERS;
    const data = await listEndpoints(context.store.db, id);
    return { data, private_receivers: { ranges: [...ranges], names: [...names] } };
  },
  'webhooks.add': async ({ context, targetRules }, member, wanted) =>
    addEndpoint(context, member, await targetRules(), wanted),
  'webhooks.update': async ({ context, targetRules }, member, { endpoint, ...changes }) =>
    updateEndpoint(context, member, await targetRules(), endpoint, changes),
  'webhooks.enable': async ({ context }, member, { endpoint, ...options }) => ({
    deliveries: await enableEndpoint(context, member, endpoint, options),
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
