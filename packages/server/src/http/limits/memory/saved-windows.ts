// Saves rate-limit windows to the store, one row per window and second, so that a restart does not reset them.

import { inPortions } from '@rf-indicators/core/store/bulk';
import { deleteInPortions } from '@rf-indicators/core/store/delete-in-portions';
import type { Queries, Store, Writes } from '@rf-indicators/core/store/store';
import { sql } from 'kysely';
import type { Span } from './window-spans.ts';

const SECOND_MS = 1000;
const ROWS_PER_INSERT = 100;

/**
 * Appends to rows that exist already: a second can be split between two drains, and drains never overlap. `spans` must
 * not contain the same window and second twice; the rows of one drain never do.
 */
export async function writeSpans(writes: Writes, spans: readonly Span[]): Promise<void> {
  for (const portion of inPortions(spans, ROWS_PER_INSERT)) {
    await writes
      .insertInto('limit_spans')
      .values(portion)
      .onConflict((conflict) =>
        conflict
          .columns(['node', 'window_id', 'second'])
          .doUpdateSet({ times: sql`limit_spans.times || excluded.times` }),
      )
      .execute();
  }
}

/** The rows that a node saved since the given time, including the second that contains it. */
export function readSpans(db: Queries, node: string, since: number): Promise<Span[]> {
  return db
    .selectFrom('limit_spans')
    .selectAll()
    .where('node', '=', node)
    .where('second', '>', since - SECOND_MS)
    .orderBy('window_id')
    .orderBy('second')
    .execute();
}

/** Deletes all rows whose second ended before the given time. */
export async function forgetSpans(store: Store, before: number): Promise<void> {
  await deleteInPortions(store, 'limit_spans', sql`second <= ${before - SECOND_MS}`);
}
