// Corrections: retract a wrong input and restate every published indicator that used it, all or none. A restated
// indicator is scored as of the same instant with what was known then, but without the mistake.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { explainChange, identifyPackage, type Methodology, type Packaged } from '@rf-indicators/engine';
import { type Actor, actAs } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { inPortions } from '../../store/bulk.ts';
import { ListCheck } from '../../store/records/list-check.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import { type Amendment, amendedFacts } from '../facts/facts.ts';
import { requireOwnRules } from '../facts/own-records.ts';
import { configurationForRun, DEFAULT_CONFIGURATION } from '../methodology/configurations.ts';
import { effectiveMethodology, methodologyByDigest } from '../methodology/signed.ts';
import { readPackages } from '../packages/read-packages.ts';
import { compressPackages } from '../packages/write.ts';
import { currentIndicators, type Indicator, rescore } from '../runs/current-indicators.ts';
import { discardRun } from '../runs/drafts.ts';
import { moveProgress, startProgress } from '../runs/progress.ts';
import { finishRun } from '../runs/run.ts';
import { blankItem, type ComputedItems, type RunItem, writeItems } from '../runs/run-items.ts';
import { headlineOf, scoreProvider } from '../runs/score-provider.ts';
import { indicatorsHolding, renewalsOf, requireCorrectable } from './retract.ts';

/** What is in memory at the same time, and how soon others are served. */
const RESTATED_AT_ONCE = 20;

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

/** Creates a draft with the restated indicators, in portions. Publishing the draft makes the correction. */
export async function draftCorrection(
  context: Context,
  actor: Actor,
  request: CorrectionRequest,
  progress?: (done: number, all: number) => void,
): Promise<Correction> {
  if (request.reason.trim() === '') throw new Refusal('validation_failed', 'A correction needs a reason.');
  if (request.wrong === request.replacement) {
    throw new Refusal('validation_failed', 'An input cannot replace itself. Name the input that is right.');
  }
  const { store } = context;
  await requireOwnRules(store.db, 'Nothing was scored');
  const wrong = await requireCorrectable(store.db, request);
  const fresh = [request, ...(await renewalsOf(store.db, wrong))];
  const affected = await indicatorsHolding(store.db, wrong.provider_id, fresh);
  const run = await newRun(context, actor, request);
  await actAs(context, actor, 'corrections.draft', async (writes) => {
    await writes.insertInto('runs').values(run).execute();
    await startProgress(writes, run.id, 'scoring', affected.length, run.created_at);
    await recordAct(context, writes, actor, 'run.start', run.id, null, { as_of: run.as_of });
  });
  try {
    await restateAll(context, run.id, affected, [...(await earlierAmendments(context)), ...fresh], progress);
    await store.transaction((writes) => finishRun(context, writes, actor, run.id));
  } catch (error) {
    // What was written of it is of no use. If the process ends here, it is found as an abandoned run.
    if (error instanceof Refusal) await discardRun(context, run.id, error.message, 'computing');
    throw error;
  }
  return { runId: run.id, restates: affected.map(({ verification_id }) => verification_id) };
}

async function newRun(
  context: Context,
  actor: Actor,
  { wrong, replacement, reason }: CorrectionRequest,
): Promise<Database['runs']> {
  const now = context.clock();
  return {
    id: context.newId(),
    kind: 'correction',
    status: 'computing',
    as_of: now,
    known_at: now,
    methodology_digest: (await effectiveMethodology(context.store.db, now)).digest,
    configuration_digest: (await configurationForRun(context, DEFAULT_CONFIGURATION)).digest,
    corrects_proposal: wrong,
    corrected_by_proposal: replacement,
    reason,
    created_by: actor.id,
    created_at: context.clock(),
    finished_at: null,
  };
}

async function restateAll(
  context: Context,
  runId: string,
  affected: readonly Indicator[],
  amendments: readonly Amendment[],
  progress: ((done: number, all: number) => void) | undefined,
): Promise<void> {
  const { store } = context;
  const check = new ListCheck();
  let done = 0;
  for (const portion of inPortions(affected, RESTATED_AT_ONCE)) {
    const { packages, items } = await restate(store.db, runId, portion, amendments, check);
    const compressed = await compressPackages(store, packages);
    done += portion.length;
    await store.transaction(async (writes) => {
      await writeItems(writes, compressed, items);
      await moveProgress(writes, runId, 'scoring', done, context.clock());
    });
    progress?.(done, affected.length);
    await nextTurn();
  }
}

/** The input of one provider, or a reference rate, which many providers depend on. */
async function restate(
  db: Queries,
  runId: string,
  affected: readonly Indicator[],
  amendments: readonly Amendment[],
  check: ListCheck,
): Promise<ComputedItems> {
  const providerIds = [...new Set(affected.map(({ provider_id }) => provider_id))];
  const latest = Math.max(...affected.map(({ as_of }) => as_of));
  const facts = await amendedFacts(db, providerIds, latest, amendments, check);
  const current = await currentIndicators(db, providerIds);
  const published = await readPackages(
    db,
    affected.map(({ package_hash }) => package_hash),
  );
  const frameworks = new Map<string, Methodology>();
  const packages: Packaged[] = [];
  const items: RunItem[] = [];
  for (const { as_of, known_at, verification_id, provider_id, ...indicator } of affected) {
    const digest = indicator.methodology_digest;
    const methodology = frameworks.get(digest) ?? (await methodologyByDigest(db, digest)).methodology;
    frameworks.set(digest, methodology);
    const content = published.get(indicator.package_hash)!;
    const known = facts.get(provider_id)!(methodology, as_of, known_at);
    const scored = await scoreProvider(methodology, known, as_of, content.configuration);
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
      contested: JSON.stringify(known.contested),
      verification_id: packaged.verification_id,
      package_hash: packaged.package_hash,
      action: 'publish',
      causes: JSON.stringify(['correction']),
      change: JSON.stringify(explainChange(rescore(methodology, content), scored.outcome)),
      corrects: verification_id,
    });
  }
  return { packages, items };
}

/** Earlier corrections, which a new restatement must keep. */
async function earlierAmendments({ store }: Context): Promise<Amendment[]> {
  return store.db
    .selectFrom('retractions')
    .select(['proposal_id as wrong', 'replaced_by as replacement'])
    .execute();
}
