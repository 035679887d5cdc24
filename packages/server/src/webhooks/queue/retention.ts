// Deletes deliveries after 30 days. Those not delivered by then are cancelled, and the workspace gets a notice.

import { tellWorkspace } from '@rf-indicators/core/accounts/notices';
import type { Context } from '@rf-indicators/core/context/context';
import type { Store, Writes } from '@rf-indicators/core/store/store';
import { subjectOf } from '@rf-indicators/core/webhooks/endpoints';
import { withGiven } from '@rf-indicators/core/webhooks/records';
import { JITTER, LONGEST_RETRY_AFTER_MS, RETRY_DELAYS_MS } from '@rf-indicators/core/webhooks/schedule';

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const AT_ONCE = 500;

/** Deletes old messages with their deliveries and attempts. Returns the number of messages. */
export async function deleteOldDeliveries(context: Context): Promise<number> {
  const before = context.clock() - KEPT_MS;
  await cancelExpired(context, before);
  let deleted = 0;
  for (;;) {
    const old = await context.store.db
      .selectFrom('webhook_messages')
      .select(['workspace_id', 'event_id'])
      .where('created_at', '<', before)
      .limit(AT_ONCE)
      .execute();
    if (old.length === 0) return deleted;
    await context.store.transaction((writes) => deleteMessages(context, writes, old));
    deleted += old.length;
  }
}

async function deleteMessages(
  { store: { kind } }: Context,
  writes: Writes,
  old: readonly { workspace_id: string; event_id: string }[],
): Promise<void> {
  const columns = { workspace_id: 'text', event_id: 'text' } as const;
  const deliveries = `(endpoint_id, event_id) in (select e.id, given.event_id from given
    join webhook_endpoints e on e.workspace_id = given.workspace_id)`;
  for (const statement of [
    `delete from webhook_attempts where ${deliveries}`,
    `delete from webhook_deliveries where ${deliveries}`,
    'delete from webhook_messages where (workspace_id, event_id) in (select workspace_id, event_id from given)',
  ]) {
    await withGiven(kind, writes, columns, old, statement);
  }
}

/** Deliveries that wait for a disabled endpoint, or that were redelivered too late to finish their retry schedule. */
async function cancelExpired(context: Context, before: number): Promise<void> {
  await context.store.transaction(async (writes) => {
    const endpoints = await writes
      .selectFrom('webhook_endpoints')
      .select(['id', 'workspace_id'])
      .where('removed_at', 'is', null)
      .execute();
    for (const { id, workspace_id } of endpoints) {
      const { numUpdatedRows } = await writes
        .updateTable('webhook_deliveries')
        .set({
          status: 'cancelled',
          finished_at: context.clock(),
          last_error: 'not delivered within 30 days',
        })
        .where('endpoint_id', '=', id)
        .where('status', 'in', ['pending', 'waiting'])
        .where('created_at', '<', before)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) continue;
      const deliveries =
        numUpdatedRows === 1n
          ? '1 delivery to a webhook endpoint was'
          : `${numUpdatedRows} deliveries to a webhook endpoint were`;
      const message = `${deliveries} not completed within 30 days and will not be sent. The changelog lists all published changes.`;
      const notice = { kind: 'webhook.expired', subject: subjectOf({ id }), message } as const;
      await tellWorkspace(context, writes, workspace_id, notice);
    }
  });
}

// Makes deliveries due that wait for a time later than any retry can be. They got it from a clock that was ahead, and
// would otherwise wait until the clock has reached it.

/** The nodes' clocks may differ a little. */
const SLACK_MS = 60_000;
const LONGEST_WAIT_MS =
  Math.max(LONGEST_RETRY_AFTER_MS, ...RETRY_DELAYS_MS.map((delay) => delay * (1 + JITTER))) + SLACK_MS;

/** Returns the number of deliveries. */
export async function expediteDeliveries(store: Store, now: number): Promise<number> {
  const { numUpdatedRows } = await store.transaction((writes) =>
    writes
      .updateTable('webhook_deliveries')
      .set({ due_at: now, claim: null })
      .where('status', '=', 'pending')
      .where('due_at', '>', now + LONGEST_WAIT_MS)
      .executeTakeFirstOrThrow(),
  );
  return Number(numUpdatedRows);
}
