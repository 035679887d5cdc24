// The cursor of the fan-out: the newest event for which deliveries were created. It moves in the transaction that
// creates them. Enabling or disabling an endpoint locks it, so that no delivery is created from an outdated state.

import type { Queries, Writes } from '../store/store.ts';

export async function readCursor(db: Queries): Promise<number> {
  const row = await db.selectFrom('webhook_cursor').select('seq').executeTakeFirst();
  return row?.seq ?? 0;
}

/** Returns false if another node has moved it first. */
export async function moveCursor(writes: Writes, from: number, to: number): Promise<boolean> {
  await ensureCursor(writes);
  const { numUpdatedRows } = await writes
    .updateTable('webhook_cursor')
    .set({ seq: to })
    .where('seq', '=', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * Must be the first lock of a transaction. It writes the row, so that on PostgreSQL a transaction that began before the
 * cursor moved is retried, and then sees the new deliveries.
 */
export async function lockCursor(writes: Writes): Promise<void> {
  await ensureCursor(writes);
  await writes
    .updateTable('webhook_cursor')
    .set(({ ref }) => ({ seq: ref('seq') }))
    .execute();
}

async function ensureCursor(writes: Writes): Promise<void> {
  await writes
    .insertInto('webhook_cursor')
    .values({ id: 1, seq: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
