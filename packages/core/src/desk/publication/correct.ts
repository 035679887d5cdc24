// Corrections: retract a wrong input and restate every published indicator that used it, all or none. A restated
// indicator is scored as of the same instant with what was known then, but without the mistake.

import { explainChange, identifyPackage, type Packaged } from '@rf-indicators/engine';
import { type Actor, actAs } from '../../context/actor.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import type { Database } from '../../store/schema.ts';
import { type Amendment, factsAsOf } from '../facts/facts.ts';
import { configurationForRun, DEFAULT_CONFIGURATION } from '../methodology/configurations.ts';
import { effectiveMethodology, methodologyByDigest } from '../methodology/signed.ts';
import { readPackage } from '../packages/read-packages.ts';
import { compressPackages } from '../packages/write.ts';
import { currentIndicators, type Indicator, rescore } from '../runs/current-indicators.ts';
import { finishRun } from '../runs/run.ts';
import { blankItem, writeItems } from '../runs/run-items.ts';
import { headlineOf, scoreProvider } from '../runs/score-provider.ts';
import { indicatorsHolding, renewalsOf, requireCorrectable } from './retract.ts';

export interface CorrectionRequest {
  /** The approved proposal that is wrong. */
  wrong: string;
  /** The approved proposal that replaces it; null if the input should never have existed. */
  replacement: string | null;
  reason: string;
}

export interface Correction {
  runId: string;
  /** Verification ids of the published indicators that used the input; may be empty. */
  restates: string[];
}

/** Creates a draft with the restated indicators. Publishing the draft makes the correction. */
export async function draftCorrection(
  context: Context,
  actor: Actor,
  request: CorrectionRequest,
): Promise<Correction> {
  if (request.reason.trim() === '') throw new Refusal('validation_failed', 'A correction needs a reason.');
  if (request.wrong === request.replacement) {
    throw new Refusal('validation_failed', 'An input cannot replace itself. Name the input that is right.');
  }
  const { db } = context.store;
  const wrong = await requireCorrectable(db, request);
  const amendments = [request, ...(await renewalsOf(db, wrong))];
  const affected = await indicatorsHolding(db, wrong.provider_id, amendments);
  const { run, packages, items } = await restate(context, actor, affected, request, amendments);
  const compressed = await compressPackages(context.store, packages);
  await actAs(context, actor, 'corrections.draft', async (writes) => {
    await writes.insertInto('runs').values(run).execute();
    await writeItems(writes, compressed, items);
    await finishRun(context, writes, actor, run.id);
  });
  return { runId: run.id, restates: affected.map(({ verification_id }) => verification_id) };
}

interface Restatement {
  run: Database['runs'];
  packages: Packaged[];
  items: Database['run_items'][];
}

async function restate(
  context: Context,
  actor: Actor,
  affected: readonly Indicator[],
  request: CorrectionRequest,
  fresh: readonly Amendment[],
): Promise<Restatement> {
  const { store } = context;
  const amendments = [...(await earlierAmendments(context)), ...fresh];
  // The input of one provider, or a reference rate, which many providers depend on.
  const providerIds = [...new Set(affected.map(({ provider_id }) => provider_id))];
  const current = await currentIndicators(store.db, providerIds);
  const runId = context.newId();
  const now = context.clock();
  const packages: Packaged[] = [];
  const items: Database['run_items'][] = [];
  for (const indicator of affected) {
    const { methodology } = await methodologyByDigest(store.db, indicator.methodology_digest);
    const content = await readPackage(store.db, indicator.package_hash);
    const { as_of, known_at, verification_id, provider_id } = indicator;
    const [facts] = await factsAsOf(store.db, methodology, [provider_id], as_of, known_at, {
      amendments,
    });
    const scored = await scoreProvider(methodology, facts!, as_of, content.configuration);
    if (scored.content === null) {
      throw new Refusal(
        'conflict',
        `Without this input, indicator ${verification_id} has no score. Withdraw it instead of correcting it.`,
      );
    }
    const packaged = await identifyPackage(scored.content);
    packages.push(packaged);
    items.push({
      ...blankItem(runId, provider_id, as_of, current.get(provider_id) ?? null),
      ...headlineOf(scored.outcome),
      kind: 'correction',
      contested: JSON.stringify(facts!.contested),
      verification_id: packaged.verification_id,
      package_hash: packaged.package_hash,
      action: 'publish',
      causes: JSON.stringify(['correction']),
      change: JSON.stringify(explainChange(rescore(methodology, content), scored.outcome)),
      corrects: verification_id,
    });
  }
  const run: Database['runs'] = {
    id: runId,
    kind: 'correction',
    status: 'computing',
    as_of: now,
    known_at: now,
    methodology_digest: (await effectiveMethodology(store.db, now)).digest,
    configuration_digest: (await configurationForRun(context, DEFAULT_CONFIGURATION)).digest,
    corrects_proposal: request.wrong,
    corrected_by_proposal: request.replacement,
    reason: request.reason,
    created_by: actor.id,
    created_at: context.clock(),
    finished_at: null,
  };
  return { run, packages, items };
}

/** Earlier corrections, which a new restatement must keep. */
async function earlierAmendments({ store }: Context): Promise<Amendment[]> {
  return store.db
    .selectFrom('retractions')
    .select(['proposal_id as wrong', 'replaced_by as replacement'])
    .execute();
}
