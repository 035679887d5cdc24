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
  // One extra row shows whether there is another page.
  const most = limit + 1;
  let query = db.selectFrom('changelog').selectAll().orderBy('seq', 'desc').limit(most);
  if (before !== undefined) query = query.where('seq', '<', before);
  if (since !== undefined) {
    // The first entry since then bounds what is read, if the page has room for more entries than there are.
    query = query
      .where('changed_at', '>=', since)
      .where('seq', '>=', ({ selectFrom }) =>
        selectFrom('changelog as of_period')
          .select('of_period.seq')
          .where('of_period.changed_at', '>=', since)
          .orderBy('of_period.changed_at')
          .orderBy('of_period.seq')
          .limit(1),
      );
  }
  if (providerId !== undefined) query = query.where('provider_id', '=', providerId);
  // The newest of each kind by its index: a kind that is rare would be looked for in the whole changelog.
  const found =
    kinds === undefined || providerId !== undefined
      ? [await (kinds === undefined ? query : query.where('kind', 'in', kinds)).execute()]
      : await Promise.all([...new Set(kinds)].map((kind) => query.where('kind', '=', kind).execute()));
  const rows = found.flat().sort((a, b) => b.seq - a.seq);
  return { rows: rows.slice(0, limit), more: rows.length > limit };
}
