// What readers may see of the decision behind a published indicator: who voted, where the rule makes names public.

import type { Queries } from '../../store/store.ts';
import type { PublicVoters } from './voters-on.ts';

/**
 * About an indicator, or the one that it renews. Null unless the rule makes names public now, and did when the draft was made:
 * nobody's vote becomes public afterwards. `changedAt`: when that was last chosen; 0 if never.
 */
export async function publicVoters(
  db: Queries,
  verificationId: string,
): Promise<{ voters: PublicVoters | null; changedAt: number }> {
  // Looked at first without proof: where names are not public, nothing has to be proved.
  const chosen = await db
    .selectFrom('desk_rules')
    .select(['value', 'set_at'])
    .where('name', '=', 'committee_names_public')
    .orderBy('set_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const changedAt = chosen?.set_at ?? 0;
  if (Number(chosen?.value ?? 0) === 0) return { voters: null, changedAt };
  // The threads that read load the record of the committee only where somebody may see it.
  const { votersOn } = await import('./voters-on.ts');
  return { voters: await votersOn(db, verificationId), changedAt };
}
