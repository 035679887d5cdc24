// What may be said about the decisions behind published indicators: when the committee decided, whether the rule of independence
// held, and who voted, where the rule makes names public.

import { inPortions } from '../../store/bulk.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { entriesOf } from '../matters/entries.ts';
import { scopeOfRun } from '../matters/open-matter.ts';
import { recordsIn } from '../matters/record.ts';
import { committeeRule } from '../matters/rule.ts';
import { itemName } from './matter-items.ts';

export interface DecisionFacts {
  decided_at: number;
  independence: 'required' | 'not_required';
  /** Null unless the rule makes names public. */
  voters: { for: string[]; against: string[] } | null;
}

/** By verification id; those that no committee decided are absent. */
export async function decisionFacts(
  db: Queries | Writes,
  verificationIds: readonly string[],
): Promise<Map<string, DecisionFacts>> {
  const { namesPublic } = await committeeRule(db);
  const found = new Map<string, DecisionFacts>();
  for (const portion of inPortions(verificationIds, 500)) {
    const items = await db
      .selectFrom('indicators')
      .innerJoin('publications', 'publications.id', 'indicators.publication_id')
      .select(['publications.run_id', 'provider_id', 'as_of', 'verification_id'])
      .where('verification_id', 'in', portion)
      .execute();
    const entries = await entriesOf(db, [...new Set(items.map(({ run_id }) => scopeOfRun(run_id)))]);
    const records = new Map([...entries].map(([scope, ofScope]) => [scope, recordsIn(ofScope)]));
    for (const item of items) {
      const outcome = records.get(scopeOfRun(item.run_id))!.get(itemName(item))?.outcome;
      if (outcome == null) continue;
      const { at, independence } = outcome;
      const voters = namesPublic ? { for: outcome.for, against: outcome.against } : null;
      found.set(item.verification_id, { decided_at: at, independence, voters });
    }
  }
  return found;
}
