// Counts changelog entries by kind, up to a limit: an exact count of a common kind would read all of it.

import type { ChangeDirection } from '@rf-indicators/contract';
import type { Queries } from '../store/store.ts';
import type { ChangelogRow } from './changelog.ts';
import { LOOKED_AT, moves } from './changelog-directions.ts';

type Kind = ChangelogRow['kind'];

export interface CountedChanges {
  kinds: readonly Kind[];
  /** Only entries with this `seq` or a higher one. */
  from?: number | undefined;
  /** Only entries with a lower `seq`. */
  before?: number | undefined;
  providerId?: string | undefined;
  direction?: ChangeDirection | undefined;
}

/** Where counting stops. */
export const MOST_COUNTED = 1000;

export interface Count {
  count: number;
  /** Whether there may be more. */
  isLeast: boolean;
}

export async function countChanges(db: Queries, counted: CountedChanges): Promise<Map<Kind, Count>> {
  const { kinds, providerId } = counted;
  if (providerId !== undefined) return countOfProvider(db, counted, providerId);
  const counts = await Promise.all(
    kinds.map(async (kind): Promise<[Kind, Count]> => [kind, await countOfKind(db, counted, kind)]),
  );
  return new Map(counts);
}

async function countOfKind(
  db: Queries,
  { from, before, direction }: CountedChanges,
  kind: Kind,
): Promise<Count> {
  let rows = db.selectFrom('changelog').where('kind', '=', kind).orderBy('seq', 'desc');
  if (from !== undefined) rows = rows.where('seq', '>=', from);
  if (before !== undefined) rows = rows.where('seq', '<', before);
  if (direction === undefined) {
    const { count } = await db
      .selectFrom(
        rows
          .select('seq')
          .limit(MOST_COUNTED + 1)
          .as('counted'),
      )
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    return { count: Math.min(Number(count), MOST_COUNTED), isLeast: Number(count) > MOST_COUNTED };
  }
  const found = await db
    .selectFrom(rows.select(['seq', 'previous_score', 'new_score']).limit(LOOKED_AT).as('looked_at'))
    .select(({ fn }) => [fn.countAll().as('all'), fn.countAll().filterWhere(moves(direction)).as('count')])
    .executeTakeFirstOrThrow();
  return limited(Number(found.count), Number(found.all));
}

async function countOfProvider(
  db: Queries,
  { kinds, from, before, direction }: CountedChanges,
  providerId: string,
): Promise<Map<Kind, Count>> {
  let rows = db
    .selectFrom('changelog')
    .select(['kind', 'previous_score', 'new_score'])
    .where('provider_id', '=', providerId)
    .orderBy('seq', 'desc')
    .limit(LOOKED_AT);
  if (from !== undefined) rows = rows.where('seq', '>=', from);
  if (before !== undefined) rows = rows.where('seq', '<', before);
  let query = db
    .selectFrom(rows.as('looked_at'))
    .select(['kind', ({ fn }) => fn.countAll().as('count')])
    .groupBy('kind');
  if (direction !== undefined) query = query.where(moves(direction));
  const found = new Map((await query.execute()).map(({ kind, count }) => [kind, Number(count)]));
  return new Map(kinds.map((kind) => [kind, limited(found.get(kind) ?? 0, 0)]));
}

function limited(count: number, lookedAt: number): Count {
  return {
    count: Math.min(count, MOST_COUNTED),
    isLeast: count > MOST_COUNTED || lookedAt >= LOOKED_AT,
  };
}

/** The `seq` of the first entry since an instant; null if there is none. Times never decrease along `seq`. */
export async function firstChangeSince(db: Queries, since: number): Promise<number | null> {
  const row = await db
    .selectFrom('changelog')
    .select('seq')
    .where('changed_at', '>=', since)
    .orderBy('changed_at')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  return row?.seq ?? null;
}
