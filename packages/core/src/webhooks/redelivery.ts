// Redelivery on request: the same delivery with the same id and the same bytes, and a new retry schedule.

import { actingMember, type Member } from '../accounts/members.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import type { DeliveryStatus } from '../store/schema.ts';
import type { Writes } from '../store/store.ts';
import { requireDelivery } from './deliveries.ts';
import { type Endpoint, requireEndpoint, subjectOf } from './endpoints.ts';

/** Pending and waiting deliveries will be sent anyway. */
const ENDED: DeliveryStatus[] = ['delivered', 'exhausted', 'cancelled'];

export function redeliverOne(context: Context, member: Member, deliveryId: string): Promise<void> {
  return context.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'deliveries.redeliver');
    const { endpoint_id, event_id, status } = await requireDelivery(writes, workspace.id, deliveryId);
    const endpoint = await requireEndpoint(writes, workspace.id, endpoint_id);
    if (!ENDED.includes(status)) {
      throw new Refusal('conflict', `The delivery is ${status} and will be sent anyway.`);
    }
    await sendAgain(context, writes, endpoint)
      .where('endpoint_id', '=', endpoint_id)
      .where('event_id', '=', event_id)
      .execute();
    const after = { delivery: deliveryId, was: status };
    await recordAct(context, writes, member, 'webhook.redelivered', subjectOf(endpoint), null, after);
  });
}

export interface RedeliverMany {
  endpoint: string;
  /** Created at this instant or later. */
  since: number;
  /** Only deliveries that were not delivered. */
  onlyFailed?: boolean;
}

/** Sends all finished deliveries of an endpoint again, except tests. Returns how many. */
export function redeliverSince(
  context: Context,
  member: Member,
  { endpoint: which, since, onlyFailed = false }: RedeliverMany,
): Promise<number> {
  return context.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'deliveries.redeliver_since');
    const endpoint = await requireEndpoint(writes, workspace.id, which);
    const { numUpdatedRows } = await sendAgain(context, writes, endpoint)
      .where('endpoint_id', '=', endpoint.id)
      .where('created_at', '>=', since)
      .where('status', 'in', onlyFailed ? ENDED.filter((status) => status !== 'delivered') : ENDED)
      .where('event_id', 'not in', (select) =>
        select
          .selectFrom('webhook_messages')
          .select('event_id')
          .where('workspace_id', '=', workspace.id)
          .where('is_test', '=', 1),
      )
      .executeTakeFirstOrThrow();
    const after = { since, only_failed: onlyFailed, deliveries: Number(numUpdatedRows) };
    await recordAct(context, writes, member, 'webhook.redelivered', subjectOf(endpoint), null, after);
    return Number(numUpdatedRows);
  });
}

function sendAgain(context: Context, writes: Writes, { enabled }: Endpoint) {
  if (!enabled)
    throw new Refusal('conflict', 'The endpoint is disabled. Enable it first: rf webhooks enable.');
  return writes
    .updateTable('webhook_deliveries')
    .set({ status: 'pending', step: 0, due_at: context.clock(), claim: null, finished_at: null });
}
