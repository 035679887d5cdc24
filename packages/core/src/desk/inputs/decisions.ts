// Decisions on proposals: a reviewer approves or rejects what somebody else proposed. Decisions are final; a value
// that later turns out to be wrong is corrected instead.

import { type Actor, requireMay } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal, type RefusalDetail } from '../../context/refusal.ts';
import { inPortions, insertAll } from '../../store/bulk.ts';
import type { Writes } from '../../store/store.ts';
import { findEffectiveMethodology } from '../methodology/signed.ts';
import { instantAfterRuns } from './after-runs.ts';
import { refuseInvalidCombinations } from './approval-checks.ts';

/** A batch means all its open proposals. */
export type ToDecide = { batchId: string } | { proposalIds: readonly string[] };

export type Verdict = 'approved' | 'rejected';

/** Decides all of the proposals or none, and returns their ids. */
export async function decide(
  context: Context,
  actor: Actor,
  what: ToDecide,
  verdict: Verdict,
  reason: string | null = null,
): Promise<string[]> {
  requireMay(actor, verdict === 'approved' ? 'inputs.approve' : 'inputs.reject');
  const because = reason?.trim() || null;
  if (verdict === 'rejected' && because === null) {
    throw new Refusal(
      'validation_failed',
      'A rejection needs a reason, for the person who proposed the input.',
    );
  }
  return context.store.transaction(async (writes) => {
    const proposals = await openProposals(writes, what);
    refuseOwn(actor, proposals);
    const decided_at = await instantAfterRuns(writes, context.clock());
    await insertAll(
      writes,
      'decisions',
      proposals.map(({ id, proposed_by }) => ({
        proposal_id: id,
        proposed_by,
        decision: verdict,
        decided_by: actor.id,
        decided_at,
        reason: because,
      })),
    );
    const effective = await findEffectiveMethodology(writes, decided_at);
    if (verdict === 'approved' && effective !== null) {
      await refuseInvalidCombinations(writes, effective.methodology, proposals, decided_at);
    }
    for (const [batch, decided] of Map.groupBy(proposals, ({ batch_id }) => batch_id)) {
      const after = { decision: verdict, reason: because, proposals: decided.length };
      await recordAct(context, writes, actor, `inputs.${verdict}`, `batch/${batch}`, null, after);
    }
    return proposals.map(({ id }) => id);
  });
}

interface OpenProposal {
  id: string;
  batch_id: string;
  provider_id: string | null;
  input_id: string;
  renewal: number;
  proposed_by: string;
}

async function openProposals(writes: Writes, what: ToDecide): Promise<OpenProposal[]> {
  const query = writes
    .selectFrom('proposals')
    .leftJoin('decisions', 'decisions.proposal_id', 'proposals.id')
    .select(['proposals.id', 'proposals.batch_id', 'proposals.provider_id', 'proposals.input_id'])
    .select('proposals.renewal')
    .select(['proposals.proposed_by', 'decisions.decision']);
  if ('batchId' in what) {
    const batch = await query.where('batch_id', '=', what.batchId).orderBy('proposals.id').execute();
    if (batch.length === 0) throw new Refusal('not_found', `There is no batch ${what.batchId}.`);
    const open = batch.filter(({ decision }) => decision === null);
    if (open.length > 0) return open;
    throw new Refusal('conflict', `Every proposal in batch ${what.batchId} has already been decided.`);
  }
  const ids = [...new Set(what.proposalIds)];
  const found = new Map<string, OpenProposal & { decision: string | null }>();
  for (const portion of inPortions(ids)) {
    for (const row of await query.where('proposals.id', 'in', portion).execute()) found.set(row.id, row);
  }
  const problems: RefusalDetail[] = [];
  for (const id of ids) {
    const proposal = found.get(id);
    if (!proposal) problems.push({ place: id, code: 'not_found', message: 'does not exist' });
    else if (proposal.decision !== null) {
      problems.push({ place: id, code: 'decided', message: `has already been ${proposal.decision}` });
    }
  }
  if (problems.length > 0) throw new Refusal('conflict', 'Nothing was decided.', problems);
  if (ids.length === 0) throw new Refusal('validation_failed', 'No proposals were given.');
  return [...found.values()];
}

/** A constraint in the database also prevents this. */
function refuseOwn(actor: Actor, proposals: readonly OpenProposal[]): void {
  const own = proposals.filter(({ proposed_by }) => proposed_by === actor.id);
  if (own.length === 0) return;
  throw new Refusal(
    'insufficient_role',
    `${actor.name} proposed this and cannot decide on it. Another reviewer must decide.`,
    own.map(({ id }) => ({ place: id, code: 'own_proposal', message: `was proposed by ${actor.name}` })),
  );
}
