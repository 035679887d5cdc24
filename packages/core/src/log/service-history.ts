// What the log says of the service itself: when it resumed after more than a day without a signed checkpoint, and when the
// store returned to its founding.

import { type SqlBool, sql } from 'kysely';
import type { Queries } from '../store/store.ts';

export interface ServiceEntry {
  /** The index in the log. */
  index: number;
  at: number;
  /** returned: one person could enrol others alone from then on. ended: no longer. */
  what: 'resumed' | 'returned' | 'ended';
  /** For `resumed`: when the last seal before it was made. */
  since: number | null;
}

/** Oldest first. */
export async function readServiceHistory(db: Queries): Promise<ServiceEntry[]> {
  const rows = await db
    .selectFrom('log_leaves')
    .select(['idx', 'kind', 'leaf'])
    // As the condition of the index has it: SQLite compares the texts.
    .where(sql<SqlBool>`kind in ('founding', 'resumed')`)
    .orderBy('idx')
    .execute();
  return rows.map(({ idx, kind, leaf }) => {
    const content = JSON.parse(leaf) as { at: string; last_seal?: string; state?: 'returned' | 'ended' };
    return {
      index: idx,
      at: Date.parse(content.at),
      what: kind === 'resumed' ? 'resumed' : content.state!,
      since: content.last_seal === undefined ? null : Date.parse(content.last_seal),
    };
  });
}
