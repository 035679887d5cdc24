// Sends deliveries now, on request: the same delivery with the same id and the same bytes, and a new retry schedule.

import { actingMember, type Member } from '../accounts/members.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import type { DeliveryStatus } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';
import { requireDelivery } from './deliveries.ts';
import { type Endpoint, requireEndpoint, subjectOf } from './endpoints.ts';

/** Any delivery, also one that waits for its next attempt. */
export function redeliverOne(context: Context, member: Member, deliveryId: string): Promise<void> {
  return context.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'deliveries.redeliver');
    const { endpoint_id, event_id, status } = await requireDelivery(writes, workspace.id, deliveryId);
    const endpoint = await requireEndpoint(writes, workspace.id, endpoint_id);
    requireEnabled(endpoint);
    const { numUpdatedRows } = await sendNow(context, writes)
      .where('endpoint_id', '=', endpoint_id)
      .where('event_id', '=', event_id)
      // A delivery that is claimed is being sent: another attempt at the same time would send it twice.
      .where(({ eb, or }) => or([eb('status', '<>', 'pending'), eb('claim', 'is', null)]))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) {
      throw new Refusal(
        'conflict',
        'The delivery is being sent right now. If that fails, try again in a minute.',
      );
    }
    const after = { delivery: deliveryId, was: status };
    await recordAct(context, writes, member, 'webhook.redelivered', subjectOf(endpoint), null, after);
  });
}

export interface RedeliverMany {
  endpoint: string;
  /** Created at this instant or later. */
  since: number;
  /** Only deliveries that were not delivered. */
  only_failed?: boolean | undefined;
}

/** How many deliveries redeliverSince would send now, by their status. */
export interface Redeliverable {
  deliveries: number;
  by_status: Partial<Record<DeliveryStatus, number>>;
}

/** Changes nothing. */
export async function countRedeliverable(
  { store, clock }: Context,
  workspaceId: string,
  many: RedeliverMany,
): Promise<Redeliverable> {
  const endpoint = await requireEndpoint(store.db, workspaceId, many.endpoint);
  const rows = await redeliverable(store.db, endpoint, many, clock())
    .select(({ fn }) => ['status', fn.countAll().as('count')])
    .groupBy('status')
    .orderBy('status')
    .execute();
  // PostgreSQL returns counts as text.
  const counted = rows.map(({ status, count }) => [status, Number(count)] as const);
  const deliveries = counted.reduce((sum, [, count]) => sum + count, 0);
  return { deliveries, by_status: Object.fromEntries(counted) };
}

/** Sends what countRedeliverable counts. Returns how many there were. */
export function redeliverSince(context: Context, member: Member, many: RedeliverMany): Promise<number> {
  return context.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'deliveries.redeliver_since');
    const endpoint = await requireEndpoint(writes, workspace.id, many.endpoint);
    requireEnabled(endpoint);
    const { numUpdatedRows } = await sendNow(context, writes)
      .where('endpoint_id', '=', endpoint.id)
      .where('event_id', 'in', redeliverable(writes, endpoint, many, context.clock()).select('event_id'))
      .executeTakeFirstOrThrow();
    const deliveries = Number(numUpdatedRows);
    const after = { since: many.since, only_failed: many.only_failed ?? false, deliveries };
    await recordAct(context, writes, member, 'webhook.redelivered', subjectOf(endpoint), null, after);
    return deliveries;
  });
}

const FAILED: DeliveryStatus[] = ['exhausted', 'cancelled'];

/** Deliveries that are finished or wait for their next attempt; no tests, and none that is being sent. */
function redeliverable(
  db: Queries | Writes,
  endpoint: Endpoint,
  { since, only_failed = false }: RedeliverMany,
  now: number,
) {
  const ended: DeliveryStatus[] = only_failed ? FAILED : ['delivered', ...FAILED];
  return db
    .selectFrom('webhook_deliveries')
    .where('endpoint_id', '=', endpoint.id)
    .where('created_at', '>=', since)
    .where(({ eb, or, and }) =>
      or([
        eb('status', 'in', ended),
        and([eb('status', '=', 'pending'), eb('claim', 'is', null), eb('due_at', '>', now)]),
      ]),
    )
    .where('event_id', 'not in', (select) =>
      select
        .selectFrom('webhook_messages')
        .select('webhook_messages.event_id')
        .where('workspace_id', '=', endpoint.workspace_id)
        .where('is_test', '=', 1),
    );
}

function requireEnabled({ enabled }: Endpoint): void {
  if (enabled) return;
  throw new Refusal('conflict', 'The endpoint is disabled. Enable it first: rf webhooks enable.');
}

function sendNow(context: Context, writes: Writes) {
  return writes
    .updateTable('webhook_deliveries')
    .set({ status: 'pending', step: 0, due_at: context.clock(), claim: null, finished_at: null });
}
