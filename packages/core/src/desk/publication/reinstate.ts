// Reinstates withdrawn providers: drafts a run with their indicators as computed now. Publishing the draft takes a
// second person, like a correction.

import type { Actor } from '../../context/actor.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { inPortions } from '../../store/bulk.ts';
import { slugsOf } from '../providers/slugs.ts';
import { discardRun } from '../runs/drafts.ts';
import type { PublishingPolicy } from '../runs/policy.ts';
import { computeRun } from '../runs/run.ts';

export interface ReinstatementRequest {
  providerIds: readonly string[];
  reason: string;
}

/** Returns the id of the draft. Refused if a provider is not withdrawn, or has no score now. */
export async function draftReinstatement(
  context: Context,
  actor: Actor,
  { providerIds, reason }: ReinstatementRequest,
  policy: PublishingPolicy,
): Promise<string> {
  if (reason.trim() === '') throw new Refusal('validation_failed', 'A reinstatement needs a reason.');
  const ids = [...new Set(providerIds)];
  if (ids.length === 0) throw new Refusal('validation_failed', 'No providers were given.');
  await refuseNotWithdrawn(context, ids);
  const asOf = context.clock();
  const runId = await computeRun(
    context,
    actor,
    { kind: 'reinstatement', asOf, providerIds: ids, reason, policy },
    'reinstatements.draft',
  );
  const unscored = await context.store.db
    .selectFrom('run_items')
    .select(['provider_id', 'outcome_detail'])
    .where('run_id', '=', runId)
    .where('outcome', '<>', 'SCORED')
    .execute();
  if (unscored.length === 0) return runId;
  await discardRun(context, runId, 'a provider has no score');
  const slugs = await slugsOf(
    context.store.db,
    unscored.map(({ provider_id }) => provider_id),
  );
  throw new Refusal(
    'conflict',
    `These providers have no score now, so they cannot be reinstated: ${slugs}. ` +
      'rf due shows which inputs need current evidence.',
  );
}

async function refuseNotWithdrawn({ store }: Context, ids: readonly string[]): Promise<void> {
  const withdrawn = new Set<string>();
  for (const portion of inPortions(ids)) {
    const rows = await store.db
      .selectFrom('provider_states')
      .select('provider_id')
      .where('provider_id', 'in', portion)
      .where('verification_id', 'is', null)
      .execute();
    for (const { provider_id } of rows) withdrawn.add(provider_id);
  }
  const others = ids.filter((id) => !withdrawn.has(id));
  if (others.length === 0) return;
  const slugs = await slugsOf(store.db, others);
  throw new Refusal('conflict', `These providers are not withdrawn: ${slugs}.`);
}
