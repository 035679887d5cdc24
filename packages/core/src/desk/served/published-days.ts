// The UTC days on which something was published.

import type { Queries } from '../../store/store.ts';

/** The day of the first indicator of all; null if there is none yet. */
export async function firstPublishedDay(db: Queries): Promise<string | null> {
  const first = await db
    .selectFrom('indicators')
    .select('published_at')
    .orderBy('log_index')
    .limit(1)
    .executeTakeFirst();
  return first === undefined ? null : dayOf(first.published_at);
}

/** The days from `since` until before `before` on which a run or a withdrawal was published, oldest first. */
export async function publishedDays(db: Queries, since: number, before: number): Promise<string[]> {
  const runs = await db
    .selectFrom('publications')
    .select('published_at as at')
    .where('published_at', '>=', since)
    .where('published_at', '<', before)
    .execute();
  const withdrawals = await db
    .selectFrom('withdrawals')
    .select('withdrawn_at as at')
    .where('withdrawn_at', '>=', since)
    .where('withdrawn_at', '<', before)
    .execute();
  return [...new Set([...runs, ...withdrawals].map(({ at }) => dayOf(at)))].sort();
}

function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
