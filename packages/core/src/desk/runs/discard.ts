// Discards drafts that must not be published. A draft with bad news takes two people, so that nobody alone hides it.

import { approvalNote, type People } from '../../accounts/requests.ts';
import { type Actor, missingRole, rolesOf } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { requireOwnItems } from '../facts/own-records.ts';

/** A person with one of these roles can discard the draft of another person. */
const DISCARDERS = ['reviewer', 'operator'] as const;

export async function discardDraft(
  context: Context,
  writes: Writes,
  people: People,
  runId: string,
  reason: string,
): Promise<void> {
  await requireDiscardable(writes, people.requester, runId, reason);
  await writes.updateTable('runs').set({ status: 'discarded' }).where('id', '=', runId).execute();
  const after = { status: 'discarded', reason: reason.trim(), ...approvalNote(people) };
  await recordAct(context, writes, people.requester, 'run.discard', runId, { status: 'draft' }, after);
}

/** An analyst discards only their own drafts. */
export async function requireDiscardable(
  db: Queries | Writes,
  actor: Actor,
  runId: string,
  reason: string,
): Promise<void> {
  if (reason.trim() === '') throw new Refusal('validation_failed', 'Discarding a draft needs a reason.');
  const run = await db
    .selectFrom('runs')
    .select(['status', 'created_by'])
    .where('id', '=', runId)
    .executeTakeFirst();
  if (run === undefined) throw new Refusal('not_found', `There is no run ${runId}.`);
  if (run.status !== 'draft') throw new Refusal('conflict', `Run ${runId} is ${run.status}, not a draft.`);
  if (run.created_by === actor.id) return;
  const roles = await rolesOf(db, actor.id);
  if (!DISCARDERS.some((role) => roles.includes(role))) throw missingRole(DISCARDERS, actor.name);
}

/** Whether the draft is a correction, or has a lower band that is not published yet. */
export async function hidesBadNews(db: Queries | Writes, runId: string): Promise<boolean> {
  const run = await db.selectFrom('runs').select('kind').where('id', '=', runId).executeTakeFirst();
  // Also a correction that restates nothing: it retracts an input that the next run would use.
  if (run?.kind === 'correction') return true;
  await requireOwnItems(db, runId, 'Nothing was discarded');
  const rows = await db
    .selectFrom('run_items')
    .innerJoin('indicators', 'indicators.verification_id', 'run_items.base_verification_id')
    .select(['run_items.final_score', 'indicators.final_score as previous_score'])
    .where('run_items.run_id', '=', runId)
    .where('run_items.publication_id', 'is', null)
    .where('run_items.kind', '=', 'band_change')
    .execute();
  return rows.some(({ final_score, previous_score }) => final_score! < previous_score);
}
