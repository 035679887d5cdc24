// Sending again by hand: the same delivery, under the same id and with the same bytes, with its whole schedule before it.

import { type Desk, Refusal, recordAct } from '../publishing/desk.ts';
import type { DeliveryStatus } from '../store/schema.ts';
import type { Writes } from '../store/store.ts';
import { KEY_HOLDERS } from '../workspaces/keys.ts';
import { actingMember, type Member } from '../workspaces/members.ts';
import { type Endpoint, requireEndpoint, subjectOf } from './endpoints.ts';

/** What is pending or waits will be sent anyway. */
const ENDED: DeliveryStatus[] = ['delivered', 'exhausted', 'cancelled'];

export function redeliverOne(desk: Desk, member: Member, deliveryId: string): Promise<void> {
  return desk.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, ...KEY_HOLDERS);
    const delivery = await writes
      .selectFrom('webhook_deliveries')
      .select(['id', 'endpoint_id', 'status'])
      .where('id', '=', deliveryId)
      .where('workspace_id', '=', workspace.id)
      .executeTakeFirst();
    if (delivery === undefined)
      throw new Refusal('not_found', `The workspace has no delivery ${deliveryId}.`);
    const endpoint = await requireEndpoint(writes, workspace.id, delivery.endpoint_id);
    if (!ENDED.includes(delivery.status)) {
      throw new Refusal('conflict', `It is ${delivery.status}, and will be sent by itself.`);
    }
    await sendAgain(desk, writes, endpoint).where('id', '=', deliveryId).execute();
    const after = { delivery: deliveryId, was: delivery.status };
    await recordAct(desk, writes, member, 'webhook.redelivered', subjectOf(endpoint), null, after);
  });
}

export interface RedeliverMany {
  endpoint: string;
  /** Made at this instant or later. */
  since: number;
  /** Only those that never arrived. */
  onlyFailed?: boolean;
}

/** All of one endpoint that are at an end; gives how many. Tests are left out. */
export function redeliverSince(
  desk: Desk,
  member: Member,
  { endpoint: which, since, onlyFailed = false }: RedeliverMany,
): Promise<number> {
  return desk.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, ...KEY_HOLDERS);
    const endpoint = await requireEndpoint(writes, workspace.id, which);
    const { numUpdatedRows } = await sendAgain(desk, writes, endpoint)
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
    await recordAct(desk, writes, member, 'webhook.redelivered', subjectOf(endpoint), null, after);
    return Number(numUpdatedRows);
  });
}

function sendAgain(desk: Desk, writes: Writes, { enabled }: Endpoint) {
  if (!enabled)
    throw new Refusal('conflict', 'The endpoint is disabled. Enable it first: rf webhooks enable.');
  return writes
    .updateTable('webhook_deliveries')
    .set({ status: 'pending', step: 0, due_at: desk.clock(), claim: null, finished_at: null });
}
