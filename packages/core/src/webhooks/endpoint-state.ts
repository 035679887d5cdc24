// Enables, disables and removes endpoints. Deliveries to a disabled endpoint wait until it is enabled.

import { actingMember, type Member } from '../accounts/members.ts';
import { tellWorkspace } from '../accounts/notices.ts';
import { SERVICE } from '../context/actor.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import { instantText } from '../context/times.ts';
import { writeWorkspaceEvent } from '../events/write-event.ts';
import type { DeliveryStatus, DisabledBecause } from '../store/schema.ts';
import type { Writes } from '../store/store.ts';
import { lockCursor } from './cursor.ts';
import { type EndpointRow, recordOf, requireEndpoint, subjectOf } from './endpoints.ts';

/** Returns the number of deliveries that wait. */
export function disableEndpoint(context: Context, member: Member, which: string): Promise<number> {
  return context.store.transaction(async (writes) => {
    await lockCursor(writes);
    const { workspace } = await actingMember(writes, member, 'webhooks.disable');
    const endpoint = await requireEndpoint(writes, workspace.id, which);
    if (!endpoint.enabled) throw new Refusal('conflict', 'The endpoint is already disabled.');
    const waiting = await markDisabled(writes, endpoint.id, 'member', context.clock());
    await recordAct(context, writes, member, 'webhook.disabled', subjectOf(endpoint), null, {
      because: 'member',
    });
    return waiting;
  });
}

/** Sends the waiting deliveries, each with a new retry schedule, or cancels them. Returns how many there were. */
export function enableEndpoint(
  context: Context,
  member: Member,
  which: string,
  { discard_waiting = false }: { discard_waiting?: boolean | undefined } = {},
): Promise<number> {
  return context.store.transaction(async (writes) => {
    await lockCursor(writes);
    const { workspace } = await actingMember(writes, member, 'webhooks.enable');
    const endpoint = await requireEndpoint(writes, workspace.id, which);
    if (endpoint.enabled) throw new Refusal('conflict', 'The endpoint is already enabled.');
    const now = context.clock();
    await writes
      .updateTable('webhook_endpoints')
      .set({ disabled_at: null, disabled_because: null, failing_since: null })
      .where('id', '=', endpoint.id)
      .execute();
    const { numUpdatedRows } = await writes
      .updateTable('webhook_deliveries')
      .set(
        discard_waiting
          ? { status: 'cancelled', finished_at: now, last_error: 'cancelled by a member' }
          : { status: 'pending', due_at: now, step: 0, claim: null },
      )
      .where('endpoint_id', '=', endpoint.id)
      .where('status', '=', 'waiting')
      .executeTakeFirstOrThrow();
    const before = { because: endpoint.disabled_because, at: endpoint.disabled_at };
    const after = { deliveries: Number(numUpdatedRows), discarded: discard_waiting };
    await recordAct(context, writes, member, 'webhook.enabled', subjectOf(endpoint), before, after);
    return Number(numUpdatedRows);
  });
}

/** Cancels open deliveries; their records are kept for 30 days like all others. */
export function removeEndpoint(context: Context, member: Member, which: string): Promise<void> {
  return context.store.transaction(async (writes) => {
    await lockCursor(writes);
    const { workspace } = await actingMember(writes, member, 'webhooks.remove');
    const endpoint = await requireEndpoint(writes, workspace.id, which);
    const now = context.clock();
    await writes
      .updateTable('webhook_endpoints')
      .set({ removed_at: now, disabled_at: endpoint.disabled_at ?? now, disabled_because: 'member' })
      .where('id', '=', endpoint.id)
      .execute();
    await writes
      .updateTable('webhook_deliveries')
      .set({ status: 'cancelled', finished_at: now, last_error: 'the endpoint was removed' })
      .where('endpoint_id', '=', endpoint.id)
      .where('status', 'in', OPEN)
      .execute();
    await recordAct(
      context,
      writes,
      member,
      'webhook.removed',
      subjectOf(endpoint),
      recordOf(endpoint),
      null,
    );
  });
}

const OPEN: DeliveryStatus[] = ['pending', 'waiting'];

const NOTICES: Record<Exclude<DisabledBecause, 'member'>, string> = {
  gone: 'The receiver answered 410 Gone.',
  failing: 'Every attempt failed for 5 days.',
};

/** Disables an endpoint by the service itself. The workspace gets a notice, and its other endpoints an event. */
export async function disableFailing(
  context: Context,
  writes: Writes,
  endpoint: Pick<EndpointRow, 'id' | 'workspace_id' | 'url' | 'failing_since'>,
  because: Exclude<DisabledBecause, 'member'>,
  at: number,
): Promise<void> {
  const waiting = await markDisabled(writes, endpoint.id, because, at);
  const { host } = new URL(endpoint.url);
  const message =
    `The webhook endpoint at ${host} was disabled. ${NOTICES[because]} Its deliveries are waiting. To send them when ` +
    `the receiver works again, run rf webhooks enable ${endpoint.id}.`;
  const notice = { kind: 'webhook.disabled', subject: subjectOf(endpoint), message } as const;
  await tellWorkspace(context, writes, endpoint.workspace_id, notice);
  await writeWorkspaceEvent(context, writes, 'webhook.endpoint_disabled', endpoint.workspace_id, {
    endpoint_id: endpoint.id,
    host,
    disabled_because: because,
    disabled_at: instantText(at),
    failing_since: endpoint.failing_since === null ? null : instantText(endpoint.failing_since),
    waiting_deliveries: waiting,
  });
  const after = { because, failing_since: endpoint.failing_since, waiting };
  await recordAct(context, writes, SERVICE, 'webhook.disabled', subjectOf(endpoint), null, after);
}

async function markDisabled(
  writes: Writes,
  id: string,
  because: DisabledBecause,
  at: number,
): Promise<number> {
  await writes
    .updateTable('webhook_endpoints')
    .set({ disabled_at: at, disabled_because: because })
    .where('id', '=', id)
    .execute();
  // A delivery that is being sent is recorded by its sender, and waits if it failed.
  const { numUpdatedRows } = await writes
    .updateTable('webhook_deliveries')
    .set({ status: 'waiting' })
    .where('endpoint_id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
