// Checks the outcome of an approval before it is committed: the inputs and facts of every provider concerned must fit
// together, so that no run has to reject them.

import type { Methodology } from '@rf-indicators/engine';
import type { RefusalDetail } from '../../context/refusal.ts';
import { inPortions } from '../../store/bulk.ts';
import type { Writes } from '../../store/store.ts';
import { combinedProblems, isCheckedWhole } from '../facts/combined-problems.ts';
import { factsAsOf } from '../facts/facts.ts';
import { refuse } from '../import/rows.ts';

/** `approved` are the proposals that were just approved, at `decidedAt`. */
export async function refuseInvalidCombinations(
  writes: Writes,
  methodology: Methodology,
  approved: readonly { provider_id: string | null; input_id: string; renewal: number }[],
  decidedAt: number,
): Promise<void> {
  const concerned = Map.groupBy(
    approved.filter((proposal) => proposal.provider_id !== null && isCheckedWhole(proposal)),
    ({ provider_id }) => provider_id!,
  );
  const problems: RefusalDetail[] = [];
  for (const ids of inPortions([...concerned.keys()])) {
    for (const facts of await factsAsOf(writes, methodology, ids, decidedAt, decidedAt)) {
      const inputs = new Set(concerned.get(facts.id)!.map(({ input_id }) => input_id));
      problems.push(...combinedProblems(methodology, facts, inputs, decidedAt));
    }
  }
  refuse(problems, 'Nothing was approved');
}
