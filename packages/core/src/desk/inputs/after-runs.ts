import type { Writes } from '../../store/store.ts';

/**
 * When something that runs look at is recorded. What a run has looked up must look the same for ever, so
 * nothing is recorded at an instant that a run has asked about already: a clock that stands still, or one that
 * differs between machines, cannot slip a value into the past.
 */
export async function instantAfterRuns(writes: Writes, now: number): Promise<number> {
  const row = await writes
    .selectFrom('runs')
    .select(({ fn }) => fn.max('known_at').as('last'))
    .executeTakeFirst();
  return Math.max(now, Number(row?.last ?? -1) + 1);
}
