// Since when an indicator is stale, as every page says it: since the day that its first mark names, if no end came in between.
// A later mark with another reason does not begin a new period.

import { inPortions } from '../../store/bulk.ts';
import type { Queries } from '../../store/store.ts';

/** By verification id; only indicators that are stale. */
export async function staleSince(db: Queries, ids: readonly string[]): Promise<Map<string, number>> {
  const since = new Map<string, number>();
  for (const portion of inPortions(ids)) {
    const marks = await db
      .selectFrom('stale_marks')
      .select(['verification_id', 'stale_since'])
      .where('verification_id', 'in', portion)
      .orderBy('seq')
      .execute();
    for (const { verification_id, stale_since } of marks) {
      if (stale_since === null) since.delete(verification_id);
      else if (!since.has(verification_id)) since.set(verification_id, stale_since);
    }
  }
  return since;
}

/** Of one indicator. `lastMark` is the day that its newest mark names, null if it is not stale. */
export async function staleSinceOf(db: Queries, id: string, lastMark: number | null): Promise<number | null> {
  return lastMark === null ? null : ((await staleSince(db, [id])).get(id) ?? lastMark);
}
