// Up to which event deliveries were made. Whoever moves it makes them in the same transaction; whoever turns an endpoint
// on or off holds it, so that no delivery is made for what the endpoint was a moment ago.

import type { Queries, Writes } from '../store/store.ts';

export async function readCursor(db: Queries): Promise<number> {
  const row = await db.selectFrom('webhook_cursor').select('seq').executeTakeFirst();
  return row?.seq ?? 0;
}

/** False if another node was faster. */
export async function moveCursor(writes: Writes, from: number, to: number): Promise<boolean> {
  await makeCursor(writes);
  const { numUpdatedRows } = await writes
    .updateTable('webhook_cursor')
    .set({ seq: to })
    .where('seq', '=', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * Before anything else that is locked. Writing it counts as a change: on PostgreSQL a transaction that began before the
 * cursor was moved is made to begin again, and then sees what was made.
 */
export async function holdCursor(writes: Writes): Promise<void> {
  await makeCursor(writes);
  await writes
    .updateTable('webhook_cursor')
    .set(({ ref }) => ({ seq: ref('seq') }))
    .execute();
}

async function makeCursor(writes: Writes): Promise<void> {
  await writes
    .insertInto('webhook_cursor')
    .values({ id: 1, seq: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
