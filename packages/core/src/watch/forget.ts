// Deletes the alerts that ended long ago, with their history, and what was sent.

import { sql } from 'kysely';
import { deleteInPortions } from '../store/delete-in-portions.ts';
import type { Store, Writes } from '../store/store.ts';

const DAY = 24 * 60 * 60 * 1000;
/** As decisions. */
const ALERTS_KEPT_MS = 400 * DAY;
/** As deliveries of webhooks. */
const DELIVERIES_KEPT_MS = 30 * DAY;
const REMOVED_AT_ONCE = 200;

export async function forgetAlerts(store: Store, now: number): Promise<void> {
  // What an unresolved alert triggered at PagerDuty is resolved there when it ends, so it must be known until then.
  await deleteInPortions(
    store,
    'alert_deliveries',
    sql`created_at < ${now - DELIVERIES_KEPT_MS} and status <> 'pending' and not exists (
      select 1 from alerts where alerts.id = alert_deliveries.alert_id and alerts.state <> 'resolved')`,
  );
  while (await store.transaction((writes) => forgetSome(writes, now - ALERTS_KEPT_MS)));
}

/** Whether there may be more. */
async function forgetSome(writes: Writes, before: number): Promise<boolean> {
  const rows = await writes
    .selectFrom('alerts')
    .select('id')
    .where('cause_ended_at', '<', before)
    .orderBy('cause_ended_at')
    .limit(REMOVED_AT_ONCE)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return false;
  for (const table of ['alert_deliveries', 'alert_changes'] as const)
    await writes.deleteFrom(table).where('alert_id', 'in', ids).execute();
  await writes.deleteFrom('alerts').where('id', 'in', ids).execute();
  return ids.length === REMOVED_AT_ONCE;
}
