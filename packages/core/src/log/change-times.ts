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
  const review = await db
    .selectFrom('review_marks')
    .select(({ fn }) => fn.max('marked_at').as('at'))
    .executeTakeFirst();
  const rationale = await db
    .selectFrom('published_rationales')
    .select(({ fn }) => fn.max('published_at').as('at'))
    .executeTakeFirst();
  const disclosures = await db
    .selectFrom('disclosures')
    .select(({ fn }) => fn.max('published_at').as('at'))
    .executeTakeFirst();
  const last = [change, mark, review, rationale, disclosures].map((row) => Number(row?.at ?? 0));
  return Math.max(now, await lastPublication(db), ...last);
}

async function lastPublication(db: Queries | Writes): Promise<number> {
  const row = await db
    .selectFrom('publications')
    .select(({ fn }) => fn.max('published_at').as('last'))
    .executeTakeFirst();
  return Number(row?.last ?? 0);
}
