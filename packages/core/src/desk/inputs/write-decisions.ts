// Writes decisions on proposals, with their audit records.

import type { Actor } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { inPortions, insertAll } from '../../store/bulk.ts';
import type { Writes } from '../../store/store.ts';
import { findEffectiveMethodology } from '../methodology/signed.ts';
import { refuseInvalidCombinations } from './approval-checks.ts';
import { type OpenProposal, openings, wasOpened } from './open-proposals.ts';
import { outdateDue } from './outdate.ts';

export type Verdict = 'approved' | 'rejected';

export interface DecisionToWrite {
  verdict: Verdict;
  reason: string | null;
  decided_at: number;
}

/** Writes decisions whose conditions were checked in the same transaction, with their audit records. */
export async function writeDecisions(
  context: Context,
  writes: Writes,
  actor: Actor,
  proposals: readonly OpenProposal[],
  { verdict, reason, decided_at }: DecisionToWrite,
): Promise<void> {
  await insertDecisions(writes, actor, proposals, { verdict, reason, decided_at });
  for (const portion of inPortions(proposals.map(({ id }) => id)))
    await writes.deleteFrom('open_proposals').where('proposal_id', 'in', portion).execute();
  if (verdict === 'approved') {
    const effective = await findEffectiveMethodology(writes, decided_at);
    if (effective !== null)
      await refuseInvalidCombinations(writes, effective.methodology, proposals, decided_at);
    await outdateDue(
      writes,
      proposals.map(({ provider_id }) => provider_id),
    );
  }
  for (const [batch, decided] of Map.groupBy(proposals, ({ batch_id }) => batch_id)) {
    const after = { decision: verdict, reason, proposals: decided.length, ...openings(decided) };
    await recordAct(context, writes, actor, `inputs.${verdict}`, `batch/${batch}`, null, after);
  }
}

export function insertDecisions(
  writes: Writes,
  actor: Pick<Actor, 'id'>,
  proposals: readonly OpenProposal[],
  { verdict, reason, decided_at }: DecisionToWrite,
): Promise<void> {
  return insertAll(
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
    })),
  );
}
