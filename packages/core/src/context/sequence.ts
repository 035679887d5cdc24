// Sequence numbers without gaps, in commit order. Writers of these tables therefore wait for each other.

import type { Writes } from '../store/store.ts';

export async function nextSequence(
  db: Writes,
  table:
    | 'audit'
    | 'changelog'
    | 'disclosure_entries'
    | 'disclosures'
    | 'entry_checks'
    | 'events'
    | 'founding'
    | 'provider_namings'
    | 'published_rationales'
    | 'review_marks'
    | 'specimens'
    | 'stale_marks',
): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select(({ fn }) => fn.max('seq').as('last'))
    .executeTakeFirst();
  return Number(row?.last ?? 0) + 1;
}
