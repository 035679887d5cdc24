// Deliveries are kept for 30 days. What still waits for its endpoint then is given up, and the workspace is told.

import type { Desk } from '../publishing/desk.ts';
import type { Writes } from '../store/store.ts';
import { subjectOf } from './endpoints.ts';
import { writeNotice } from './notices.ts';
import { briefly, withGiven } from './records.ts';

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const AT_ONCE = 500;

/** Gives how many messages were forgotten, with all that hung on them. */
export async function forgetOldDeliveries(desk: Desk): Promise<number> {
  const before = desk.clock() - KEPT_MS;
  await tellOfWaiting(desk, before);
  let forgotten = 0;
  for (;;) {
    const old = await desk.store.db
      .selectFrom('webhook_messages')
      .select(['workspace_id', 'event_id'])
      .where('created_at', '<', before)
      .limit(AT_ONCE)
      .execute();
    if (old.length === 0) return forgotten;
    await briefly(desk.store, (writes) => forget(desk, writes, old));
    forgotten += old.length;
  }
}

async function forget(
  { store: { kind } }: Desk,
  writes: Writes,
  old: readonly { workspace_id: string; event_id: string }[],
): Promise<void> {
  const columns = { workspace_id: 'text', event_id: 'text' } as const;
  const isOld = '(workspace_id, event_id) in (select workspace_id, event_id from given)';
  for (const statement of [
    `delete from webhook_attempts where (endpoint_id, event_id) in
      (select endpoint_id, event_id from webhook_deliveries where ${isOld})`,
    `delete from webhook_deliveries where ${isOld}`,
    `delete from webhook_messages where ${isOld}`,
  ]) {
    await withGiven(kind, writes, columns, old, statement);
  }
}

async function tellOfWaiting(desk: Desk, before: number): Promise<void> {
  await desk.store.transaction(async (writes) => {
    const given = await writes
      .updateTable('webhook_deliveries')
      .set({ status: 'cancelled', finished_at: desk.clock(), last_error: 'it waited for 30 days' })
      .where('status', 'in', ['waiting', 'pending'])
      .where('created_at', '<', before)
      .returning(['endpoint_id', 'workspace_id'])
      .execute();
    for (const [id, all] of Map.groupBy(given, ({ endpoint_id }) => endpoint_id)) {
      const message =
        `${all.length} deliveries waited for 30 days for a webhook endpoint to be enabled, and are given up. ` +
        'What they told is in the changelog.';
      await writeNotice(desk, writes, all[0]!.workspace_id, 'webhook.expired', subjectOf({ id }), message);
    }
  });
}
