// Sequence numbers without gaps, in commit order. Writers of these tables therefore wait for each other.

import type { Writes } from '../store/store.ts';

export async function nextSequence(
  db: Writes,
  table:
    | 'audit'
    | 'changelog'
    | 'entry_checks'
    | 'events'
    | 'founding'
    | 'provider_namings'
    | 'specimens'
    | 'stale_marks',
): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select(({ fn }) => fn.max('seq').as('last'))
    .executeTakeFirst();
  return Number(row?.last ?? 0) + 1;
}
