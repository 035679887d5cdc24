// Reads the changelog in pages, newest first.

import type { Database } from '../store/schema.ts';
import type { Queries } from '../store/store.ts';

export type ChangelogRow = Database['changelog'];

export interface ChangelogQuery {
  limit: number;
  /** Only entries with a lower `seq`: that of the last entry on the previous page. */
  before?: number | undefined;
  /** Only entries from this instant on, in epoch milliseconds. */
  since?: number | undefined;
  providerId?: string | undefined;
  /** All kinds by default. */
  kinds?: readonly ChangelogRow['kind'][] | undefined;
}

export interface ChangelogPage {
  rows: ChangelogRow[];
  /** Whether older entries follow. */
  more: boolean;
}

export async function readChangelog(
  db: Queries,
  { limit, before, since, providerId, kinds }: ChangelogQuery,
): Promise<ChangelogPage> {
  let query = db.selectFrom('changelog').selectAll().orderBy('seq', 'desc');
  if (before !== undefined) query = query.where('seq', '<', before);
  if (since !== undefined) query = query.where('changed_at', '>=', since);
  if (providerId !== undefined) query = query.where('provider_id', '=', providerId);
  if (kinds !== undefined) query = query.where('kind', 'in', kinds);
  // One extra row shows whether there is another page.
  const rows = await query.limit(limit + 1).execute();
  return { rows: rows.slice(0, limit), more: rows.length > limit };
}
