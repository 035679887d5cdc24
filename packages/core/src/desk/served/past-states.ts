// What was known about published indicators at a past time: confirmations, contested values and stale marks.

import { inPortions } from '../../store/bulk.ts';
import type { Queries } from '../../store/store.ts';

interface LastConfirmation {
  as_of: number;
  published_at: number;
  contested: string;
  /** The run, if there is a signed record of it. */
  confirmed_by: string | null;
  confirmed_at: number | null;
}

/** The latest run that confirmed each indicator, published at or before the given time. */
export async function confirmations(db: Queries, ids: readonly string[], instant: number) {
  const found = new Map<string, LastConfirmation>();
  for (const portion of inPortions(ids)) {
    const newest = db
      .selectFrom('run_items')
      .innerJoin('publications', 'publications.id', 'run_items.publication_id')
      .select(({ fn }) => [
        'run_items.base_verification_id as id',
        fn.max('run_items.as_of').as('as_of'),
        fn.max('publications.published_at').as('published_at'),
      ])
      .where('run_items.base_verification_id', 'in', portion)
      .where('run_items.action', '=', 'verify')
      .where('publications.published_at', '<=', instant)
      .groupBy('run_items.base_verification_id');
    const rows = await db
      .selectFrom(newest.as('newest'))
      .innerJoin('run_items', (join) =>
        join
          .onRef('run_items.base_verification_id', '=', 'newest.id')
          .onRef('run_items.as_of', '=', 'newest.as_of'),
      )
      .innerJoin('publications', 'publications.id', 'run_items.publication_id')
      .leftJoin('confirmations', 'confirmations.run_id', 'run_items.run_id')
      .select(['newest.id', 'newest.as_of', 'newest.published_at', 'run_items.contested'])
      .select(['confirmations.run_id as confirmed_by', 'confirmations.confirmed_at'])
      .where('run_items.action', '=', 'verify')
      .where('publications.published_at', '<=', instant)
      .orderBy('publications.published_at')
      .execute();
    for (const { id, ...confirmation } of rows) found.set(id!, confirmation);
  }
  return found;
}

/** What was contested when each indicator was published. */
export async function contestedAtPublication(
  db: Queries,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const portion of inPortions(ids)) {
    const rows = await db
      .selectFrom('indicators')
      .innerJoin('publications', 'publications.id', 'indicators.publication_id')
      .innerJoin('run_items', (join) =>
        join
          .onRef('run_items.run_id', '=', 'publications.run_id')
          .onRef('run_items.provider_id', '=', 'indicators.provider_id')
          .onRef('run_items.verification_id', '=', 'indicators.verification_id'),
      )
      .select(['indicators.verification_id', 'run_items.contested'])
      .where('indicators.verification_id', 'in', portion)
      .execute();
    for (const { verification_id, contested } of rows) found.set(verification_id, contested);
  }
  return found;
}

/** The latest stale mark of each indicator at or before the given time. */
export async function staleMarks(db: Queries, ids: readonly string[], instant: number) {
  const found = new Map<
    string,
    { marked_at: number; stale_since: number | null; stale_reason: string | null }
  >();
  for (const portion of inPortions(ids)) {
    const rows = await db
      .selectFrom('stale_marks')
      .selectAll()
      .where('verification_id', 'in', portion)
      .where('marked_at', '<=', instant)
      .orderBy('seq')
      .execute();
    for (const row of rows) found.set(row.verification_id, row);
  }
  return found;
}
