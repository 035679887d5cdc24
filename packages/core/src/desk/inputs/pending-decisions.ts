// Decisions that can be taken back for a few seconds. Such a decision is stored at once and belongs to the person who
// made it, but it is not a decision yet: runs, lists and other acts find the proposal undecided. `settle.ts` puts it in
// force.

import type { DomainInputOf } from '@rf-indicators/contract/acts';
import { type Actor, actAs } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { insertAll } from '../../store/bulk.ts';
import type { Writes } from '../../store/store.ts';
import { instantAfterRuns } from '../facts/after-runs.ts';
import { requireOwnProposals } from '../facts/own-records.ts';
import { refuseUnfit } from './approval-checks.ts';
import {
  openings,
  openProposals,
  refuseChanged,
  refuseOthers,
  refuseOwn,
  refuseReturned,
  refuseUnopened,
  refuseUnshown,
} from './open-proposals.ts';
import { byBatch, deletePending, pendingOf, waitingDecisions } from './pending-rows.ts';
import { settleDecisions } from './settle.ts';
import { refuseInvalidCombinations, type Verdict } from './write-decisions.ts';

/** How long a decision can be taken back. */
export const UNDO_MS = 8000;

/**
 * Decides all of the proposals together or none. What would be refused when the decision is put in force is refused now;
 * approvals of the last seconds count as made.
 */
export async function decidePending(
  context: Context,
  actor: Actor,
  { verdict, proposals, reason, confirmation: given }: DomainInputOf<'inputs.decide'>,
): Promise<{ in_force_at: number }> {
  const because = reason?.trim() || null;
  if (verdict === 'reject' && because === null)
    throw new Refusal(
      'validation_failed',
      'A rejection needs a reason, for the person who proposed the input.',
    );
  const confirmation = given?.trim() || null;
  const decision: Verdict = verdict === 'approve' ? 'approved' : 'rejected';
  const seen = new Map(proposals.map((one) => [one.proposal, one.seen]));
  const shown = new Map(proposals.map((one) => [one.proposal, one.digest]));
  await settleDecisions(context);
  return actAs(context, actor, 'inputs.decide', async (writes) => {
    const decided_at = context.clock();
    const open = await openProposals(writes, actor, { proposalIds: [...seen.keys()] });
    refuseOwn(actor, open);
    await requireOwnProposals(writes, open, 'Nothing was decided');
    refuseOthers(open, shown);
    if (verdict === 'approve') {
      refuseUnopened(open);
      await refuseUnshown(writes, actor, open);
      await refuseReturned(writes, open);
    }
    await refuseChanged(writes, open, seen, decided_at);
    if (verdict === 'approve') {
      const from = await instantAfterRuns(writes, decided_at);
      await refuseUnfit(writes, open, confirmation, from);
      await refuseInvalidCombinations(writes, open, from, await pendingApprovals(writes));
    }
    const pending = {
      ...{ group_id: context.newId(), decision, decided_by: actor.id, decided_at },
      ...{ in_force_at: decided_at + UNDO_MS, reason: because, lapsed_at: null, lapsed_because: null },
      confirmation,
    };
    await deletePending(writes, [...seen.keys()]);
    await insertAll(
      writes,
      'pending_decisions',
      open.map(({ id, proposed_by }) => ({
        ...{ proposal_id: id, proposed_by, seen_value: seen.get(id) ?? null },
        ...pending,
      })),
    );
    const { in_force_at } = pending;
    for (const [batch, decided] of Map.groupBy(open, ({ batch_id }) => batch_id)) {
      const after = { decision, proposals: decided.length, in_force_at, ...openings(decided) };
      await recordAct(context, writes, actor, 'inputs.decision_pending', `batch/${batch}`, null, after);
    }
    return { in_force_at };
  });
}

/** Takes pending decisions of one's own back, with those that were made together with them. */
export async function takeBack(
  context: Context,
  actor: Actor,
  proposalIds: readonly string[],
): Promise<string[]> {
  return actAs(context, actor, 'inputs.take_back', async (writes) => {
    const named = await pendingOf(writes, proposalIds);
    const groups = new Set([...named.values()].map(({ group_id }) => group_id));
    const rows = (await waitingDecisions(writes)).filter(({ group_id }) => groups.has(group_id));
    const missing = proposalIds.filter((id) => !rows.some(({ proposal_id }) => proposal_id === id));
    if (missing.length > 0)
      throw new Refusal('conflict', 'This decision is in force already, or was taken back.');
    if (rows.some(({ decided_by }) => decided_by !== actor.id))
      throw new Refusal('insufficient_role', 'Only the person who decided can take it back.');
    // From its time on it is in force, also if nobody has written that down yet.
    if (rows.some(({ in_force_at }) => in_force_at <= context.clock()))
      throw new Refusal('conflict', 'This decision is in force already.');
    const ids = rows.map(({ proposal_id }) => proposal_id);
    await deletePending(writes, ids);
    for (const [batch, taken] of await byBatch(writes, rows)) {
      const before = { decision: taken[0]!.decision, proposals: taken.length };
      await recordAct(context, writes, actor, 'inputs.decision_taken_back', `batch/${batch}`, before, null);
    }
    return ids;
  });
}

/** Approvals that were made in the last seconds and can still be taken back. */
async function pendingApprovals(writes: Writes): Promise<string[]> {
  const waiting = await waitingDecisions(writes);
  return waiting.flatMap(({ decision, proposal_id }) => (decision === 'approved' ? [proposal_id] : []));
}
