// Reads the changelog by direction: only changes to a safer score, or only to a riskier one. No index has the direction, so a
// page looks at a limited number of entries of each kind, and says where the next page goes on.

import type { ChangeDirection } from '@rf-indicators/contract';
import { sql } from 'kysely';
import type { Queries } from '../store/store.ts';
import type { ChangelogQuery, ChangelogRow } from './changelog.ts';

/** How many entries of a kind one page looks at. */
export const LOOKED_AT = 2000;

export interface DirectionQuery extends Omit<ChangelogQuery, 'since' | 'kinds'> {
  kinds: readonly ChangelogRow['kind'][];
  direction: ChangeDirection;
  /** Only entries with this `seq` or a higher one. */
  from?: number | undefined;
}

export interface DirectionPage {
  rows: ChangelogRow[];
  /** The `before` of the next page, which may have rows even if this one has none; null if there is no next page. */
  next: number | null;
}

export async function readByDirection(db: Queries, query: DirectionQuery): Promise<DirectionPage> {
  const { limit, providerId } = query;
  const kinds = [...new Set(query.kinds)];
  // One index has the entries of a kind, the other one those of a provider.
  const groups = providerId === undefined ? kinds.map((kind) => [kind]) : [kinds];
  const found = await Promise.all(groups.map((group) => readGroup(db, query, group)));
  // Below the end of the shortest look, the rows of that group are not known.
  const end = Math.max(...found.map((one) => one.end ?? 0));
  const rows = found
    .flatMap((one) => one.rows)
    .filter(({ seq }) => seq >= end)
    .sort((a, b) => b.seq - a.seq);
  if (rows.length > limit) return { rows: rows.slice(0, limit), next: rows[limit - 1]!.seq };
  return { rows, next: end === 0 ? null : end };
}

interface Look {
  rows: ChangelogRow[];
  /** The lowest `seq` that was looked at, if older entries follow. */
  end: number | null;
}

async function readGroup(
  db: Queries,
  { limit, before, from, providerId, direction }: DirectionQuery,
  kinds: readonly ChangelogRow['kind'][],
): Promise<Look> {
  if (kinds.length === 0) return { rows: [], end: null };
  const lookedAt = () => {
    let query = db.selectFrom('changelog').orderBy('seq', 'desc').limit(LOOKED_AT);
    if (before !== undefined) query = query.where('seq', '<', before);
    if (from !== undefined) query = query.where('seq', '>=', from);
    return providerId === undefined
      ? query.where('kind', '=', kinds[0]!)
      : query.where('provider_id', '=', providerId);
  };
  const rows = await db
    .selectFrom(lookedAt().selectAll().as('looked_at'))
    .selectAll()
    .where('kind', 'in', kinds)
    .where(moves(direction))
    .orderBy('seq', 'desc')
    .limit(limit + 1)
    .execute();
  const last = await db
    .selectFrom(lookedAt().select('seq').as('looked_at'))
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('seq').as('end')])
    .executeTakeFirstOrThrow();
  return { rows, end: Number(last.count) < LOOKED_AT ? null : Number(last.end) };
}

/** The condition on an entry. Entries without two scores have no direction. */
export function moves(direction: ChangeDirection) {
  return direction === 'safer'
    ? sql<boolean>`new_score > previous_score`
    : sql<boolean>`new_score < previous_score`;
}
