// The changelog as readers see it: newest first, a page at a time.

import type { Database } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';

export type ChangelogRow = Database['changelog'];

export interface ChangelogQuery {
  limit: number;
  /** Only entries before this one's `seq`: where the last page ended. */
  before?: number | undefined;
  /** Only entries of this instant or later, in epoch milliseconds. */
  since?: number | undefined;
  providerId?: string | undefined;
}

export interface ChangelogPage {
  rows: ChangelogRow[];
  /** Whether older entries follow. */
  more: boolean;
}

export async function readChangelog(
  db: Queries,
  { limit, before, since, providerId }: ChangelogQuery,
): Promise<ChangelogPage> {
  let query = db.selectFrom('changelog').selectAll().orderBy('seq', 'desc');
  if (before !== undefined) query = query.where('seq', '<', before);
  if (since !== undefined) query = query.where('changed_at', '>=', since);
  if (providerId !== undefined) query = query.where('provider_id', '=', providerId);
  // One more than asked for tells whether any follow.
  const rows = await query.limit(limit + 1).execute();
  return { rows: rows.slice(0, limit), more: rows.length > limit };
}
