// Reads the texts that were written for news, with their reviews. The newest text of a subject counts, and only if another
// person approved it. Rows that somebody else wrote do not count.

import { inPortions } from '../../store/bulk.ts';
import { provedRows } from '../../store/records/proved.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import type { Subject } from './subjects.ts';

type Db = Queries | Writes;

export interface WrittenRationale {
  row: Database['rationales'];
  review: Database['rationale_reviews'] | null;
}

type Owner = Pick<Subject, 'runId' | 'withdrawalId' | 'entryId'>;

/** By provider: the newest text about a draft, a withdrawal or a changelog entry. Of these providers only, if they are given. */
export async function newestTexts(
  db: Db,
  owner: Owner,
  providerIds?: readonly string[],
): Promise<Map<string, WrittenRationale>> {
  const { runId, withdrawalId, entryId } = owner;
  return newestOf(db, () => {
    let query = db.selectFrom('rationales').selectAll().orderBy('written_at').orderBy('id');
    if (providerIds !== undefined) query = query.where('provider_id', 'in', [...providerIds]);
    if (runId !== null) return query.where('run_id', '=', runId).execute();
    if (withdrawalId !== null) return query.where('withdrawal_id', '=', withdrawalId).execute();
    return query.where('changelog_id', '=', entryId).execute();
  });
}

/** By changelog entry: the newest text that was written after the entry was published. */
export async function followUpTexts(
  db: Db,
  entryIds: readonly string[],
): Promise<Map<string, WrittenRationale>> {
  if (entryIds.length === 0) return new Map();
  return newestOf(
    db,
    () =>
      db
        .selectFrom('rationales')
        .selectAll()
        .where('changelog_id', 'in', [...entryIds])
        .orderBy('written_at')
        .orderBy('id')
        .execute(),
    ({ changelog_id }) => changelog_id!,
  );
}

async function newestOf(
  db: Db,
  read: () => Promise<Database['rationales'][]>,
  keyOf = (row: Database['rationales']): string => row.provider_id,
): Promise<Map<string, WrittenRationale>> {
  const newest = new Map((await provedRows(db, 'rationales', read)).map((row) => [keyOf(row), row]));
  const reviews = await reviewsOf(
    db,
    [...newest.values()].map(({ id }) => id),
  );
  return new Map([...newest].map(([key, row]) => [key, { row, review: reviews.get(row.id) ?? null }]));
}

async function reviewsOf(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, Database['rationale_reviews']>> {
  const found = new Map<string, Database['rationale_reviews']>();
  for (const portion of inPortions(ids)) {
    const rows = await provedRows(db, 'rationale_reviews', () =>
      db.selectFrom('rationale_reviews').selectAll().where('rationale_id', 'in', portion).execute(),
    );
    for (const row of rows) found.set(row.rationale_id, row);
  }
  return found;
}

/** Whether it may be published: another person approved it. */
export function isApproved({ row, review }: WrittenRationale): boolean {
  return review?.decision === 'approved' && review.reviewed_by !== row.written_by;
}
