// The changelog as readers see it: newest first, a page at a time.

import type { ChangelogEntry } from '@rf-indicators/contract';
import type { Database } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import { instant } from '../../wire/instants.ts';
import { hundredths, hundredthsOrNull } from '../../wire/numbers.ts';

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

/** An entry in its wire form. */
export function changelogEntry(row: ChangelogRow): ChangelogEntry {
  const { previous_score, new_score } = row;
  const comparable = previous_score !== null && new_score !== null;
  return {
    id: row.id,
    provider_id: row.provider_id,
    provider_name: row.provider_name,
    planner_type: row.planner_type as ChangelogEntry['planner_type'],
    kind: row.kind,
    previous_score: hundredthsOrNull(previous_score),
    new_score: hundredthsOrNull(new_score),
    delta: comparable ? hundredths(new_score - previous_score) : null,
    previous_band: row.previous_band as ChangelogEntry['previous_band'],
    new_band: row.new_band as ChangelogEntry['new_band'],
    reason: row.reason,
    framework_version: row.framework_version,
    verification_id: row.verification_id,
    changed_at: instant(row.changed_at),
  };
}
