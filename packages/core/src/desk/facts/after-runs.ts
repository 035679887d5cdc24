// The recording time of data that runs read.

import type { Queries, Writes } from '../../store/store.ts';

/**
 * Returns a time later than every run so far. A run must stay reproducible, so nothing may be recorded at or before
 * a time that a run has already read, even if clocks stop or differ between machines.
 */
export async function instantAfterRuns(db: Queries | Writes, now: number): Promise<number> {
  const row = await db
    .selectFrom('runs')
    .select(({ fn }) => fn.max('known_at').as('last'))
    .executeTakeFirst();
  return Math.max(now, Number(row?.last ?? -1) + 1);
}
