// Writes decisions on proposals, with their audit records. An approval is judged first: the inputs and facts of every
// provider concerned must fit together afterwards, so that no run has to reject them.

import type { Actor } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import type { RefusalDetail } from '../../context/refusal.ts';
import { inPortions, insertAll } from '../../store/bulk.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { assembleFacts } from '../facts/assemble-facts.ts';
import { combinedProblems, isCheckedWhole } from '../facts/combined-problems.ts';
import { recordsAsOf, rowsIfApproved } from '../facts/facts.ts';
import { refuse } from '../import/rows.ts';
import { findEffectiveMethodology } from '../methodology/signed.ts';
import { refuseUnfit } from './approval-checks.ts';
import { type OpenProposal, openings, wasOpened } from './open-proposals.ts';
import { outdateDue } from './outdate.ts';

export type Verdict = 'approved' | 'rejected';

export interface DecisionToWrite {
  verdict: Verdict;
  reason: string | null;
  /** Of an approval: why what is unusual is right. */
  confirmation: string | null;
  decided_at: number;
}

/**
 * Refuses an approval of these proposals after which inputs or facts would not fit together. `alsoApproved` are the ids of
 * other proposals that count as approved. Only reads.
 */
export async function refuseInvalidCombinations(
  db: Queries | Writes,
  proposals: readonly OpenProposal[],
  decidedAt: number,
  alsoApproved: readonly string[] = [],
): Promise<void> {
  const concerned = Map.groupBy(
    proposals.filter((proposal) => proposal.provider_id !== null && isCheckedWhole(proposal)),
    ({ provider_id }) => provider_id!,
  );
  const effective = concerned.size === 0 ? null : await findEffectiveMethodology(db, decidedAt);
  if (effective === null) return;
  const { methodology } = effective;
  const news = await rowsIfApproved(db, [...proposals.map(({ id }) => id), ...alsoApproved], decidedAt);
  const newsOf = Map.groupBy(news, ({ provider_id }) => provider_id);
  const problems: RefusalDetail[] = [];
  for (const ids of inPortions([...concerned.keys()].sort())) {
    for (const [id, { checks, rows, rates, recorded }] of await recordsAsOf(db, ids, decidedAt, decidedAt)) {
      const records = {
        checks,
        rows: [...rows, ...(newsOf.get(id) ?? [])],
        rates: [...rates, ...(newsOf.get(null) ?? [])],
        recorded,
      };
      const own = concerned.get(id)!;
      const inputs = new Set(own.map(({ input_id }) => input_id));
      const facts = { id, slug: own[0]!.slug!, ...assembleFacts(methodology, records, decidedAt) };
      problems.push(...combinedProblems(methodology, facts, inputs, decidedAt));
    }
  }
  refuse(problems, 'Nothing was approved');
}

/** The other conditions were checked in the same transaction. */
export async function writeDecisions(
  context: Context,
  writes: Writes,
  actor: Actor,
  proposals: readonly OpenProposal[],
  { verdict, reason, confirmation, decided_at }: DecisionToWrite,
): Promise<void> {
  const unusual =
    verdict === 'approved' ? await refuseUnfit(writes, proposals, confirmation, decided_at) : new Set();
  if (verdict === 'approved') await refuseInvalidCombinations(writes, proposals, decided_at);
  await insertAll(
    writes,
    'decisions',
    proposals.map((proposal) => ({
      proposal_id: proposal.id,
      proposed_by: proposal.proposed_by,
      decision: verdict,
      decided_by: actor.id,
      decided_at,
      reason,
      opened: wasOpened(proposal) === null ? null : Number(wasOpened(proposal)),
      confirmation: unusual.has(proposal) ? confirmation : null,
    })),
  );
  for (const portion of inPortions(proposals.map(({ id }) => id)))
    await writes.deleteFrom('open_proposals').where('proposal_id', 'in', portion).execute();
  if (verdict === 'approved')
    await outdateDue(
      writes,
      proposals.map(({ provider_id }) => provider_id),
    );
  for (const [batch, decided] of Map.groupBy(proposals, ({ batch_id }) => batch_id)) {
    const confirmed = decided.filter((proposal) => unusual.has(proposal)).length;
    const after = {
      ...{ decision: verdict, reason, proposals: decided.length, ...openings(decided) },
      ...(confirmed > 0 ? { unusual: confirmed, confirmation } : {}),
    };
    await recordAct(context, writes, actor, `inputs.${verdict}`, `batch/${batch}`, null, after);
  }
}
