// When indicators were under review, from when until when.

import { inPortions } from '../../store/bulk.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';

type Mark = Database['review_marks'];

export interface ReviewPeriod {
  from: number;
  /** Null if it lasts. */
  until: number | null;
  direction: NonNullable<Mark['direction']>;
}

/** By provider id, oldest first: of all providers, or of the given ones. What happened later than `before` is left out. */
export async function readReviewPeriods(
  db: Queries,
  { before, providerIds }: { before?: number; providerIds?: readonly string[] },
): Promise<Map<string, ReviewPeriod[]>> {
  let query = db.selectFrom('review_marks').selectAll();
  if (before !== undefined) query = query.where('marked_at', '<', before);
  const marks: Mark[] = [];
  if (providerIds === undefined) marks.push(...(await query.execute()));
  else {
    for (const portion of inPortions(providerIds))
      marks.push(...(await query.where('provider_id', 'in', portion).execute()));
  }
  // Here, so that the query finds the rows of a time by their index.
  marks.sort((a, b) => a.seq - b.seq);
  const byProvider = Map.groupBy(marks, ({ provider_id }) => provider_id);
  return new Map([...byProvider].map(([provider, own]) => [provider, periodsOf(own)]));
}

/** A review that replaces another one ends it. */
function periodsOf(marks: readonly Mark[]): ReviewPeriod[] {
  return marks.flatMap(({ marked_at: from, direction }, at) =>
    direction === null ? [] : [{ from, until: marks[at + 1]?.marked_at ?? null, direction }],
  );
}
