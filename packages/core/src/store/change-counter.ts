import type { Queries, Writes } from './store.ts';

/** The counter that a serving process polls to see what others changed. */
export async function countChange(writes: Writes): Promise<void> {
  await writes
    .updateTable('log_state')
    .set(({ eb }) => ({ changes: eb('changes', '+', 1) }))
    .execute();
}

export async function changeCount(db: Queries): Promise<number> {
  const row = await db.selectFrom('log_state').select('changes').executeTakeFirstOrThrow();
  return row.changes;
}
