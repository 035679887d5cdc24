// What disclosures say about committees: when one first and last decided about a provider, and whether its votes are
// independent. The only place that reads this.

import { deskRule } from '../../accounts/desk-rules.ts';
import { inPortions } from '../../store/bulk.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { COMMITTEE_KINDS } from '../runs/policy.ts';

export interface CommitteeFacts {
  /** null if no committee is on record. */
  first: number | null;
  last: number | null;
}

/** By provider. */
export async function committeeFacts(
  db: Queries | Writes,
  providerIds: readonly string[],
): Promise<Map<string, CommitteeFacts>> {
  const found = new Map<string, CommitteeFacts>();
  for (const portion of inPortions(providerIds)) {
    const decided = await db
      .selectFrom('indicators')
      .select(({ fn }) => [
        'provider_id',
        fn.min('published_at').as('first'),
        fn.max('published_at').as('last'),
      ])
      .where('provider_id', 'in', portion)
      .where('kind', 'in', [...COMMITTEE_KINDS])
      .groupBy('provider_id')
      .execute();
    for (const { provider_id, first, last } of decided)
      found.set(provider_id, { first: Number(first), last: Number(last) });
  }
  return found;
}

/** Whether somebody must vote for it who neither proposed nor approved a changed value. */
export async function independenceRule(db: Queries | Writes): Promise<boolean> {
  return (await deskRule(db, 'committee_independence')) === 1;
}
