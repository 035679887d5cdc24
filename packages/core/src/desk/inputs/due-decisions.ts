// Finds out whether decisions wait to be put in force, without loading what that takes.

import type { Queries } from '../../store/store.ts';

/** Whether a decision waits to be put in force. */
export async function hasDueDecisions(db: Queries, now: number): Promise<boolean> {
  const due = await db
    .selectFrom('pending_decisions')
    .select('proposal_id')
    .where('lapsed_at', 'is', null)
    .where('in_force_at', '<=', now)
    .executeTakeFirst();
  return due !== undefined;
}
