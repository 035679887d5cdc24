// Deliveries are kept for 30 days. What still waits for its endpoint then is given up, and the workspace is told.

import { sql } from 'kysely';
import type { Desk } from '../publishing/desk.ts';
import { subjectOf } from './endpoints.ts';
import { writeNotice } from './notices.ts';
import { briefly } from './records.ts';

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const AT_ONCE = 1000;

/** Gives how many messages were forgotten, with all that hung on them. */
export async function forgetOldDeliveries(desk: Desk): Promise<number> {
  const before = desk.clock() - KEPT_MS;
  await tellOfWaiting(desk, before);
  let forgotten = 0;
  for (;;) {
    const { rows } = await sql<{ event_id: string }>`
      select distinct event_id from webhook_messages where created_at < ${before} limit ${AT_ONCE}`.execute(
      desk.store.db,
    );
    if (rows.length === 0) return forgotten;
    const ids = rows.map(({ event_id }) => event_id);
    await briefly(desk.store, async (writes) => {
      await writes
        .deleteFrom('webhook_attempts')
        .where('delivery_id', 'in', (select) =>
          select.selectFrom('webhook_deliveries').select('id').where('event_id', 'in', ids),
        )
        .execute();
      await writes.deleteFrom('webhook_deliveries').where('event_id', 'in', ids).execute();
      await writes.deleteFrom('webhook_messages').where('event_id', 'in', ids).execute();
    });
    forgotten += ids.length;
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
