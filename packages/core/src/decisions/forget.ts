// Deletes the calls for decisions that were kept long enough.

import { sql } from 'kysely';
import { deleteInPortions } from '../store/delete-in-portions.ts';
import type { Store, Writes } from '../store/store.ts';

const DAY = 24 * 60 * 60 * 1000;
const KEPT_DAYS = 400;
const REMOVED_AT_ONCE = 200;

/** Those of 400 days ago, and what none of the others read: a part at a time. */
export async function forgetDecisions(store: Store, now: number): Promise<void> {
  const before = now - KEPT_DAYS * DAY;
  while (await store.transaction((writes) => forgetSome(writes, before)));
  // The day of the last use is kept, so a day more.
  await deleteInPortions(store, 'policy_snapshots', sql`last_used_at < ${before - DAY}`);
}

/** Whether there may be more. */
async function forgetSome(writes: Writes, before: number): Promise<boolean> {
  const rows = await writes
    .selectFrom('policy_decisions')
    .select(['id', 'workspace_id'])
    .select(({ fn }) => fn<number>('length', ['signed']).as('bytes'))
    .where('issued_at', '<', before)
    .orderBy('issued_at')
    .limit(REMOVED_AT_ONCE)
    .execute();
  for (const [workspaceId, own] of Map.groupBy(rows, ({ workspace_id }) => workspace_id)) {
    const bytes = own.reduce((sum, row) => sum + Number(row.bytes), 0);
    await writes
      .updateTable('decision_room')
      .set(({ eb }) => ({ bytes: eb('bytes', '-', bytes) }))
      .where('workspace_id', '=', workspaceId)
      .execute();
  }
  if (rows.length > 0)
    await writes
      .deleteFrom('policy_decisions')
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
  return rows.length === REMOVED_AT_ONCE;
}
