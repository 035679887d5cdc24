// Bindings of the acts about webhook endpoints and deliveries.

import { findDelivery, listDeliveries } from '../webhooks/deliveries.ts';
import { disableEndpoint, enableEndpoint, removeEndpoint } from '../webhooks/endpoint-state.ts';
import { addEndpoint, listEndpoints, requireEndpoint, updateEndpoint } from '../webhooks/endpoints.ts';
import { listNotices } from '../webhooks/notices.ts';
import { redeliverOne, redeliverSince } from '../webhooks/redelivery.ts';
import { sendTest } from '../webhooks/test-events.ts';
import { attemptsSince } from '../webhooks/timeline.ts';
import type { ActsAbout, Bindings } from './binding.ts';

export const webhookBindings: Bindings<ActsAbout<'webhooks'>> = {
  'webhooks.list': {
    perform: async ({ context }, { id }) => ({ data: await listEndpoints(context.store.db, id) }),
  },
  'webhooks.add': {
    audit: ['webhook.added'],
    perform: async ({ context, targetRules }, member, { event_types, ...wanted }) =>
      addEndpoint(context, member, await targetRules(), { ...wanted, eventTypes: event_types ?? [] }),
  },
  'webhooks.update': {
    audit: ['webhook.updated'],
    perform: async ({ context, targetRules }, member, { endpoint, event_types, ...changes }) =>
      updateEndpoint(context, member, await targetRules(), endpoint, {
        ...changes,
        ...(event_types === undefined ? {} : { eventTypes: event_types }),
      }),
  },
  'webhooks.enable': {
    audit: ['webhook.enabled'],
    perform: async ({ context }, member, { endpoint, discard_waiting: discardWaiting = false }) => ({
      deliveries: await enableEndpoint(context, member, endpoint, { discardWaiting }),
    }),
  },
  'webhooks.disable': {
    audit: ['webhook.disabled'],
    perform: async ({ context }, member, { endpoint }) => ({
      deliveries: await disableEndpoint(context, member, endpoint),
    }),
  },
  'webhooks.remove': {
    audit: ['webhook.removed'],
    perform: async ({ context }, member, { endpoint }) => {
      await removeEndpoint(context, member, endpoint);
      return {};
    },
  },
  'webhooks.test': {
    audit: ['webhook.tested'],
    perform: async ({ context, renderTestEvent }, member, { endpoint, type }) => ({
      delivery_id: await sendTest(context, member, endpoint, type, await renderTestEvent()),
    }),
  },
  'webhooks.notices': {
    perform: async ({ context }, { id }) => ({ data: await listNotices(context.store.db, id) }),
  },
};

export const deliveryBindings: Bindings<ActsAbout<'deliveries'>> = {
  'deliveries.list': {
    perform: async ({ context }, { id }, { endpoint, event_id, status, type, since, limit }) => {
      const { db } = context.store;
      const endpointId = endpoint && (await requireEndpoint(db, id, endpoint)).id;
      const filter = { endpointId, eventId: event_id, status, type, since, limit };
      return { data: await listDeliveries(db, id, filter) };
    },
  },
  'deliveries.show': {
    perform: ({ context }, { id }, { delivery }) => findDelivery(context.store.db, id, delivery),
  },
  'deliveries.attempts': {
    perform: async ({ context }, { id }, { since }) => ({
      data: await attemptsSince(context.store.db, id, since),
    }),
  },
  'deliveries.redeliver': {
    audit: ['webhook.redelivered'],
    perform: async ({ context }, member, { delivery }) => {
      await redeliverOne(context, member, delivery);
      return {};
    },
  },
  'deliveries.redeliver_since': {
    audit: ['webhook.redelivered'],
    perform: async ({ context }, member, { endpoint, since, only_failed: onlyFailed = false }) => ({
      deliveries: await redeliverSince(context, member, { endpoint, since, onlyFailed }),
    }),
  },
};
