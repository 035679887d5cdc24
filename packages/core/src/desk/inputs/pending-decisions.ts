// Decisions that can be taken back for a few seconds. Such a decision is stored at once and belongs to the person who
// made it, but it is not a decision yet: runs, lists and other acts find the proposal undecided. `settle.ts` puts it in
// force.

import { type Actor, actAs, actingStaff } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { inPortions, insertAll } from '../../store/bulk.ts';
import type { Writes } from '../../store/store.ts';
import { instantAfterRuns } from '../facts/after-runs.ts';
import { isCheckedWhole } from '../facts/combined-problems.ts';
import { findEffectiveMethodology } from '../methodology/signed.ts';
import { refuseInvalidCombinations } from './approval-checks.ts';
import { refuseChanged } from './changed-values.ts';
import {
  type OpenProposal,
  openings,
  openProposals,
  refuseOwn,
  refuseReturned,
  refuseUnopened,
} from './open-proposals.ts';
import { settleDecisions } from './settle.ts';
import { refuseUnshown } from './shown-evidence.ts';
import { insertDecisions, type Verdict } from './write-decisions.ts';

/** How long a decision can be taken back. */
export const UNDO_MS = 8000;

/** A proposal as the reviewer saw it. */
export interface SeenProposal {
  id: string;
  /** The value that counted then; null if there was none. */
  seen: string | null;
}

export interface PendingDecision {
  in_force_at: number;
}

/** What somebody wants to decide. */
interface Wish {
  actor: Actor;
  /** The value that they saw, by proposal. */
  seen: ReadonlyMap<string, string | null>;
  verdict: Verdict;
}

/** Decides all of the proposals together or none. */
export async function decidePending(
  context: Context,
  actor: Actor,
  proposals: readonly SeenProposal[],
  verdict: Verdict,
  reason: string | null,
): Promise<PendingDecision> {
  const because = reason?.trim() || null;
  if (verdict === 'rejected' && because === null)
    throw new Refusal(
      'validation_failed',
      'A rejection needs a reason, for the person who proposed the input.',
    );
  const wish: Wish = { actor, seen: new Map(proposals.map((one) => [one.id, one.seen])), verdict };
  await settleDecisions(context);
  await tryDecision(context, wish);
  return actAs(context, actor, 'inputs.decide', async (writes) => {
    const decided_at = context.clock();
    const open = await decidable(writes, wish, decided_at);
    const { seen } = wish;
    const pending = {
      ...{ group_id: context.newId(), decision: verdict, decided_by: actor.id, decided_at },
      ...{ in_force_at: decided_at + UNDO_MS, reason: because, lapsed_at: null, lapsed_because: null },
    };
    for (const ids of inPortions([...seen.keys()]))
      await writes.deleteFrom('pending_decisions').where('proposal_id', 'in', ids).execute();
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
      const after = { decision: verdict, proposals: decided.length, in_force_at, ...openings(decided) };
      await recordAct(context, writes, actor, 'inputs.decision_pending', `batch/${batch}`, null, after);
    }
    return { in_force_at };
  });
}

/** The proposals, if this person may decide on them so. */
async function decidable(
  writes: Writes,
  { actor, seen, verdict }: Wish,
  now: number,
): Promise<OpenProposal[]> {
  await actingStaff(writes, actor, 'inputs.decide');
  const open = await openProposals(writes, actor, { proposalIds: [...seen.keys()] });
  refuseOwn(actor, open);
  if (verdict === 'approved') {
    refuseUnopened(open);
    await refuseUnshown(writes, actor, open);
    await refuseReturned(writes, open);
  }
  await refuseChanged(writes, open, seen, now);
  return open;
}

/** Takes pending decisions of one's own back, with those that were made together with them. */
export async function takeBack(
  context: Context,
  actor: Actor,
  proposalIds: readonly string[],
): Promise<string[]> {
  return actAs(context, actor, 'inputs.take_back', async (writes) => {
    const rows = await writes
      .selectFrom('pending_decisions')
      .innerJoin('proposals', 'proposals.id', 'pending_decisions.proposal_id')
      .select(['proposal_id', 'batch_id', 'decision', 'decided_by', 'in_force_at'])
      .where('lapsed_at', 'is', null)
      .where(
        'group_id',
        'in',
        writes
          .selectFrom('pending_decisions')
          .select('group_id')
          .where('proposal_id', 'in', [...proposalIds]),
      )
      .execute();
    const missing = proposalIds.filter((id) => !rows.some(({ proposal_id }) => proposal_id === id));
    if (missing.length > 0)
      throw new Refusal('conflict', 'This decision is in force already, or was taken back.');
    if (rows.some(({ decided_by }) => decided_by !== actor.id))
      throw new Refusal('insufficient_role', 'Only the person who decided can take it back.');
    // From its time on it is in force, also if nobody has written that down yet.
    if (rows.some(({ in_force_at }) => in_force_at <= context.clock()))
      throw new Refusal('conflict', 'This decision is in force already.');
    const ids = rows.map(({ proposal_id }) => proposal_id);
    await writes.deleteFrom('pending_decisions').where('proposal_id', 'in', ids).execute();
    for (const [batch, taken] of Map.groupBy(rows, ({ batch_id }) => batch_id)) {
      const before = { decision: taken[0]!.decision, proposals: taken.length };
      await recordAct(context, writes, actor, 'inputs.decision_taken_back', `batch/${batch}`, before, null);
    }
    return ids;
  });
}

class Tried extends Error {
  override readonly name = 'Tried';
}

/**
 * Refuses now what would be refused when it is put in force: approved values that do not fit together. Approvals that
 * were made in the last seconds count as made. The decisions are written in a transaction that is undone.
 */
async function tryDecision({ store, clock }: Context, wish: Wish): Promise<void> {
  if (wish.verdict === 'rejected') return;
  const trial = store.transaction(async (writes) => {
    const open = await decidable(writes, wish, clock());
    const decided_at = await instantAfterRuns(writes, clock());
    const effective = await findEffectiveMethodology(writes, decided_at);
    if (effective !== null && open.some(isCheckedWhole)) {
      const approval = { verdict: 'approved' as const, reason: null, decided_at };
      for (const earlier of await earlierApprovals(writes))
        await insertDecisions(writes, { id: earlier.decided_by }, [earlier], approval);
      await insertDecisions(writes, wish.actor, open, approval);
      await refuseInvalidCombinations(writes, effective.methodology, open, decided_at);
    }
    throw new Tried();
  });
  await trial.catch((error: unknown) => {
    if (!(error instanceof Tried)) throw error;
  });
}

function earlierApprovals(writes: Writes): Promise<(OpenProposal & { decided_by: string })[]> {
  return writes
    .selectFrom('pending_decisions')
    .innerJoin('proposals', 'proposals.id', 'pending_decisions.proposal_id')
    .leftJoin('decisions', 'decisions.proposal_id', 'proposals.id')
    .selectAll('proposals')
    .select(['pending_decisions.decided_by'])
    .select(({ val }) => [
      val<string | null>(null).as('slug'),
      val<string | null>(null).as('sha256'),
      val<number | null>(null).as('opened_at'),
    ])
    .where('pending_decisions.decision', '=', 'approved')
    .where('lapsed_at', 'is', null)
    .where('decisions.proposal_id', 'is', null)
    .execute();
}
