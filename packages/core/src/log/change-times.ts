// The times of changes that readers see: publications, withdrawals and marks of staleness. They never decrease, even if
// the clock was set back, so that histories and feeds stay in order.

import type { Queries, Writes } from '../store/store.ts';

/** For a publication, which is later than every other one. `now` is not before its run. */
export async function nextPublicationTime(db: Queries, now: number): Promise<number> {
  return Math.max(await changeTime(db, now), (await lastPublication(db)) + 1);
}

/** For other changes. Those of the same instant are in the order of their sequence numbers. */
export async function changeTime(db: Queries | Writes, now: number): Promise<number> {
  const change = await db
    .selectFrom('changelog')
    .select(({ fn }) => fn.max('changed_at').as('at'))
    .executeTakeFirst();
  const mark = await db
    .selectFrom('stale_marks')
    .select(({ fn }) => fn.max('marked_at').as('at'))
    .executeTakeFirst();
  return Math.max(now, await lastPublication(db), ...[change, mark].map((row) => Number(row?.at ?? 0)));
}

async function lastPublication(db: Queries | Writes): Promise<number> {
  const row = await db
    .selectFrom('publications')
    .select(({ fn }) => fn.max('published_at').as('last'))
    .executeTakeFirst();
  return Number(row?.last ?? 0);
}
