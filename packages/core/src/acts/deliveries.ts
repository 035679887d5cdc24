import { DELIVERY_ORDER, findDelivery, listDeliveries } from '../webhooks/deliveries.ts';
import { requireEndpoint } from '../webhooks/endpoints.ts';
import { countRedeliverable, redeliverOne, redeliverSince } from '../webhooks/redelivery.ts';
import { ATTEMPT_ORDER, attemptsSince } from '../webhooks/timeline.ts';
import type { ActsAbout, Bindings } from './binding.ts';

export const deliveryBindings: Bindings<ActsAbout<'deliveries'>> = {
  'deliveries.list': async ({ context }, { id }, { endpoint, limit, cursor, ...given }) => {
    const { db } = context.store;
    const endpointId = endpoint && (await requireEndpoint(db, id, endpoint)).id;
    const filter = { ...given, endpointId };
    return DELIVERY_ORDER.page({ limit, cursor }, (portion) => listDeliveries(db, id, filter, portion));
  },
  'deliveries.show': ({ context }, { id }, { delivery }) => findDelivery(context.store.db, id, delivery),
  'deliveries.attempts': async ({ context }, { id }, { since, ...page }) => {
    const { data, next_cursor } = await ATTEMPT_ORDER.page(page, (portion) =>
      attemptsSince(context.store.db, id, since, portion),
    );
    return { data: data.map(({ endpoint_id: _, event_id: _event, ...attempt }) => attempt), next_cursor };
  },
  'deliveries.count_redeliverable': ({ context }, { id }, { endpoint, since, only_failed }) =>
    countRedeliverable(context, id, { endpoint, since, only_failed }),
  'deliveries.redeliver': ({ context }, member, { delivery }) => redeliverOne(context, member, delivery),
  'deliveries.redeliver_since': async ({ context }, member, many) => ({
    deliveries: await redeliverSince(context, member, many),
  }),
};
