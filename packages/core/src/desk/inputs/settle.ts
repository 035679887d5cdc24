// Puts decisions in force once the time for taking them back is over. Everything is checked again: a person who has left, or lost the
// role, decides nothing, and neither does a decision on a value that has changed since. Such a decision lapses, on
// record, and the proposal is open again.

import { type Actor, actingStaff } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { inPortions } from '../../store/bulk.ts';
import type { Writes } from '../../store/store.ts';
import { instantAfterRuns } from '../facts/after-runs.ts';
import { refuseChanged, refuseOwn, undecidedProposals } from './open-proposals.ts';
import { byBatch, decidersOf, deletePending, waitingOfGroup } from './pending-rows.ts';
import { writeDecisions } from './write-decisions.ts';

/** In the order in which they were made. */
export async function settleDecisions(context: Context): Promise<void> {
  const groups = await context.store.db
    .selectFrom('pending_decisions')
    .select(['group_id', ({ fn }) => fn.min('decided_at').as('at')])
    .where('lapsed_at', 'is', null)
    .where('in_force_at', '<=', context.clock())
    .groupBy('group_id')
    .orderBy('at')
    .orderBy('group_id')
    .execute();
  const errors: unknown[] = [];
  for (const { group_id } of groups) {
    // One that fails must not hold up the others.
    await settleGroup(context, group_id).catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw errors[0];
}

async function settleGroup(context: Context, groupId: string): Promise<void> {
  try {
    await context.store.transaction((writes) => putInForce(context, writes, groupId));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await context.store.transaction((writes) => lapse(context, writes, groupId, error));
  }
}

async function putInForce(context: Context, writes: Writes, groupId: string): Promise<void> {
  const rows = await waitingOfGroup(writes, groupId);
  const [first] = rows;
  // Taken back, put in force by another process, or written by somebody else.
  if (first === undefined) return;
  const { decision, reason, confirmation, in_force_at, decided_by } = first;
  const name = (await decidersOf(writes, rows)).get(decided_by)!;
  const actor = await actingStaff(writes, { id: decided_by, name }, 'inputs.decide');
  const ids = rows.map(({ proposal_id }) => proposal_id);
  const proposals = await undecidedProposals(writes, actor, ids);
  refuseOwn(actor, proposals);
  await refuseChanged(
    writes,
    proposals,
    new Map(rows.map(({ proposal_id, seen_value }) => [proposal_id, seen_value])),
    context.clock(),
  );
  await deletePending(writes, ids);
  // A run that starts now counts what was in force before it.
  const decided_at = await instantAfterRuns(writes, in_force_at);
  await writeDecisions(context, writes, actor, proposals, {
    ...{ verdict: decision, reason, confirmation, decided_at },
  });
}

async function lapse(context: Context, writes: Writes, groupId: string, refusal: Refusal): Promise<void> {
  const rows = await waitingOfGroup(writes, groupId);
  const [first] = rows;
  if (first === undefined) return;
  // The message of a refusal has the first of its details.
  const details = refusal.details
    .map(({ place, message }) => `${place} ${message}.`)
    .filter((detail) => !refusal.message.includes(detail));
  const lapsed_because = [refusal.message, ...details].join(' ');
  for (const portion of inPortions(rows.map(({ proposal_id }) => proposal_id)))
    await writes
      .updateTable('pending_decisions')
      .set({ lapsed_at: context.clock(), lapsed_because })
      .where('proposal_id', 'in', portion)
      .execute();
  const actor: Pick<Actor, 'id'> = { id: first.decided_by };
  for (const [batch, own] of await byBatch(writes, rows)) {
    const before = { decision: first.decision, proposals: own.length };
    const after = { because: lapsed_because };
    await recordAct(context, writes, actor, 'inputs.decision_lapsed', `batch/${batch}`, before, after);
  }
}
