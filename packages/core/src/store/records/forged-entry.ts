// Finds entries of the record chain that were not made with its key, at the moment of use: of tables that are not in the
// index of who may do what.

import type { Queries, Writes } from '../store.ts';
import { boundTo } from './bound.ts';
import { isLinked, type LinkedEntry } from './chain.ts';

/** The first one that this program did not make; undefined if there is none. */
export async function forgedEntry<E extends LinkedEntry>(
  db: Queries | Writes,
  entries: readonly E[],
): Promise<E | undefined> {
  const [first] = await forgedEntries(db, entries);
  return first;
}

/** Those that this program did not make. */
export async function forgedEntries<E extends LinkedEntry>(
  db: Queries | Writes,
  entries: readonly E[],
): Promise<E[]> {
  const key = boundTo(db).chainKey();
  // The MAC covers the link, and the link the entry and the one before it.
  const unproved = entries.filter((entry) => {
    const { link, mac } = entry;
    return !isLinked(entry) || !key.isRight(mac, { link, authority_seq: null, previous: null });
  });
  if (unproved.length === 0) return [];
  const withoutMac = await entriesWithoutMac(db);
  return unproved.filter(({ seq }) => seq > withoutMac);
}

/** Entries up to this one are older than MACs. */
export async function entriesWithoutMac(db: Queries | Writes): Promise<number> {
  const row = await db
    .selectFrom('log_leaves')
    .select('leaf')
    .where('kind', '=', 'macs')
    .orderBy('idx')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? 0 : (JSON.parse(row.leaf) as { count: number }).count;
}
