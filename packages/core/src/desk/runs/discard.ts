// Discards drafts that must not be published.

import { type Actor, missingRole, requireMay } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import type { Database } from '../../store/schema.ts';
import type { Writes } from '../../store/store.ts';

/** Whoever has one of these roles can discard the draft of another person. */
const DISCARDERS = ['reviewer', 'operator'] as const;

export async function discardDraft(
  context: Context,
  actor: Actor,
  runId: string,
  reason: string,
): Promise<void> {
  requireMay(actor, 'runs.discard');
  if (reason.trim() === '') throw new Refusal('validation_failed', 'Discarding a draft needs a reason.');
  await context.store.transaction(async (writes) => {
    const run = await writes.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirst();
    if (run === undefined) throw new Refusal('not_found', `There is no run ${runId}.`);
    if (run.status !== 'draft') throw new Refusal('conflict', `Run ${runId} is ${run.status}, not a draft.`);
    await requireMayDiscard(writes, actor, run);
    await writes.updateTable('runs').set({ status: 'discarded' }).where('id', '=', runId).execute();
    const after = { status: 'discarded', reason: reason.trim() };
    await recordAct(context, writes, actor, 'run.discard', runId, { status: 'draft' }, after);
  });
}

/**
 * An analyst discards only their own drafts. Nobody alone makes bad news disappear: whoever computed a draft with a
 * lower band or a correction that waits for publication cannot discard it.
 */
export async function requireMayDiscard(writes: Writes, actor: Actor, run: Database['runs']): Promise<void> {
  if (run.created_by !== actor.id) {
    if (DISCARDERS.some((role) => actor.roles.includes(role))) return;
    throw missingRole(DISCARDERS, actor.name);
  }
  const badNews = await unpublishedBadNews(writes, run.id);
  if (badNews.length === 0) return;
  throw new Refusal(
    'conflict',
    `You computed this draft, and it would lower the band or correct an indicator of ${badNews.join(', ')}. ` +
      'Somebody else must discard it.',
  );
}

/** Slugs of providers with a correction or a lower band in the draft, which is not published yet. */
async function unpublishedBadNews(writes: Writes, runId: string): Promise<string[]> {
  const rows = await writes
    .selectFrom('run_items')
    .innerJoin('providers', 'providers.id', 'run_items.provider_id')
    .leftJoin('indicators', 'indicators.verification_id', 'run_items.base_verification_id')
    .select(['providers.slug', 'run_items.kind', 'run_items.final_score'])
    .select('indicators.final_score as previous_score')
    .where('run_items.run_id', '=', runId)
    .where('run_items.publication_id', 'is', null)
    .where('run_items.kind', 'in', ['band_change', 'correction'])
    .orderBy('providers.slug')
    .execute();
  const slugs = rows
    .filter(
      ({ kind, final_score, previous_score }) =>
        kind === 'correction' || (previous_score !== null && final_score! < previous_score),
    )
    .map(({ slug }) => slug);
  return [...new Set(slugs)];
}
