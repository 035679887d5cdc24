// Corrections: a wrong input is retracted, and every published indicator that holds it is restated: all of them
// or none. A restated indicator looks at the same instant with what was known then, without the mistake.

import { type ComputationPackage, explainChange, type Packaged } from '@rf-indicators/engine';
import type { Database } from '../../store/schema.ts';
import type { Writes } from '../../store/store.ts';
import { type Actor, type Desk, Refusal, recordAct, requireRole } from '../desk.ts';
import { instantAfterRuns } from '../inputs/after-runs.ts';
import { type Amendment, factsAsOf } from '../inputs/facts.ts';
import { methodologyByDigest } from '../methodology/signed.ts';
import { blankItem, finishRun, headlineOf, scoreProvider, writeBatch } from '../runs/run.ts';
import { currentIndicators, type Indicator, rescore } from '../runs/standing.ts';

export interface CorrectionRequest {
  /** The approved proposal that is wrong. */
  wrong: string;
  /** The approved proposal that takes its place; none where the input should never have been there. */
  replacement: string | null;
  reason: string;
}

export interface Correction {
  /** The draft that restates; null where no published indicator holds the input. */
  runId: string | null;
  restates: string[];
}

/** Leaves a draft that restates everything; publishing it (with a second person) makes the correction. */
export async function draftCorrection(
  desk: Desk,
  actor: Actor,
  request: CorrectionRequest,
): Promise<Correction> {
  requireRole(actor, 'operator');
  if (request.reason.trim() === '') throw new Refusal('validation_failed', 'A correction needs a reason.');
  const wrong = await requireCorrectable(desk, request);
  const amendments = [request, ...(await renewalsOf(desk, wrong))];
  const affected = await indicatorsHolding(desk, wrong.provider_id, amendments);
  const restatement =
    affected.length === 0 ? null : await restate(desk, actor, wrong, affected, request, amendments);
  await desk.store.transaction(async (writes) => {
    for (const amendment of amendments) await retract(desk, writes, actor, amendment, request.reason);
    if (restatement === null) return;
    await writes.insertInto('runs').values(restatement.run).execute();
    await writeBatch(writes, restatement.packages, restatement.items);
    await finishRun(desk, writes, actor, restatement.run.id);
  });
  return {
    runId: restatement?.run.id ?? null,
    restates: affected.map(({ verification_id }) => verification_id),
  };
}

type Proposal = Database['proposals'];

async function requireCorrectable(
  { store }: Desk,
  { wrong, replacement }: CorrectionRequest,
): Promise<Proposal> {
  const approved = async (id: string): Promise<Proposal> => {
    const row = await store.db
      .selectFrom('proposals')
      .innerJoin('decisions', 'decisions.proposal_id', 'proposals.id')
      .leftJoin('retractions', 'retractions.proposal_id', 'proposals.id')
      .selectAll('proposals')
      .where('proposals.id', '=', id)
      .where('decisions.decision', '=', 'approved')
      .where('retractions.proposal_id', 'is', null)
      .executeTakeFirst();
    if (row === undefined)
      throw new Refusal('not_found', `${id} is no approved input, or was retracted already.`);
    return row;
  };
  const first = await approved(wrong);
  if (replacement !== null) {
    const second = await approved(replacement);
    if (second.provider_id !== first.provider_id || second.input_id !== first.input_id) {
      throw new Refusal('validation_failed', 'The replacement is about another provider or another input.');
    }
  }
  return first;
}

/** "Checked, unchanged" vouched for the wrong value again; what it said falls with it. */
async function renewalsOf(
  { store }: Desk,
  { id, provider_id, input_id, value }: Proposal,
): Promise<Amendment[]> {
  const rows = await store.db
    .selectFrom('proposals')
    .innerJoin('decisions', 'decisions.proposal_id', 'proposals.id')
    .leftJoin('retractions', 'retractions.proposal_id', 'proposals.id')
    .select('proposals.id')
    .where('proposals.provider_id', '=', provider_id)
    .where('proposals.input_id', '=', input_id)
    .where('proposals.value', '=', value)
    .where('proposals.renewal', '=', 1)
    .where('proposals.id', '<>', id)
    .where('decisions.decision', '=', 'approved')
    .where('retractions.proposal_id', 'is', null)
    .execute();
  return rows.map((row) => ({ wrong: row.id, replacement: null }));
}

/** Published indicators whose package holds the proposal and which no correction has restated yet. */
async function indicatorsHolding(
  { store }: Desk,
  providerId: string,
  amendments: readonly Amendment[],
): Promise<Indicator[]> {
  const wrong = new Set(amendments.map((amendment) => amendment.wrong));
  const rows = await store.db
    .selectFrom('indicators')
    .innerJoin('packages', 'packages.package_hash', 'indicators.package_hash')
    .selectAll('indicators')
    .select('packages.body')
    .where('indicators.provider_id', '=', providerId)
    .orderBy('log_index')
    .execute();
  const corrected = new Set(rows.map(({ corrects }) => corrects));
  return rows
    .filter(({ verification_id, body }) => !corrected.has(verification_id) && holds(JSON.parse(body), wrong))
    .map(({ body: _, ...indicator }) => indicator);
}

function holds({ gates, inputs }: ComputationPackage, wrong: ReadonlySet<string>): boolean {
  return [...Object.values(gates), ...Object.values(inputs)].some(({ approval }) =>
    wrong.has(approval?.proposal_id ?? ''),
  );
}

async function retract(
  desk: Desk,
  writes: Writes,
  actor: Actor,
  { wrong, replacement }: Amendment,
  reason: string,
): Promise<void> {
  await writes
    .insertInto('retractions')
    .values({
      proposal_id: wrong,
      replaced_by: replacement,
      reason,
      retracted_by: actor.id,
      retracted_at: await instantAfterRuns(writes, desk.clock()),
    })
    .execute();
  await recordAct(desk, writes, actor, 'input.retract', wrong, null, { replaced_by: replacement, reason });
}

interface Restatement {
  run: Database['runs'];
  packages: Packaged[];
  items: Database['run_items'][];
}

async function restate(
  desk: Desk,
  actor: Actor,
  wrong: Proposal,
  affected: readonly Indicator[],
  request: CorrectionRequest,
  fresh: readonly Amendment[],
): Promise<Restatement> {
  const { store } = desk;
  const amendments = [...(await earlierAmendments(desk, wrong.provider_id)), ...fresh];
  const standing = (await currentIndicators(store.db, [wrong.provider_id])).get(wrong.provider_id) ?? null;
  const latest = affected.at(-1)!;
  const runId = desk.newId();
  const packages: Packaged[] = [];
  const items: Database['run_items'][] = [];
  let configurationDigest = '';
  for (const indicator of affected) {
    const { methodology } = await methodologyByDigest(store.db, indicator.methodology_digest);
    const content = await packageOf(desk, indicator);
    configurationDigest = content.configuration_digest;
    const { as_of, known_at, verification_id } = indicator;
    const [facts] = await factsAsOf(store.db, methodology, [wrong.provider_id], as_of, known_at, {
      amendments,
    });
    const scored = await scoreProvider(methodology, facts!, as_of, content.configuration);
    if (scored.packaged === null) {
      throw new Refusal(
        'conflict',
        `Without the input ${verification_id} has no score: withdraw it instead.`,
      );
    }
    packages.push(scored.packaged);
    items.push({
      ...blankItem(runId, wrong.provider_id, as_of, standing),
      ...headlineOf(scored.outcome),
      verification_id: scored.packaged.verification_id,
      package_hash: scored.packaged.package_hash,
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
    as_of: latest.as_of,
    known_at: latest.known_at,
    methodology_digest: latest.methodology_digest,
    configuration_digest: configurationDigest,
    corrects_proposal: request.wrong,
    reason: request.reason,
    created_by: actor.id,
    created_at: desk.clock(),
    finished_at: null,
  };
  return { run, packages, items };
}

/** What was corrected before stays corrected when something else is. */
async function earlierAmendments({ store }: Desk, providerId: string): Promise<Amendment[]> {
  const rows = await store.db
    .selectFrom('retractions')
    .innerJoin('proposals', 'proposals.id', 'retractions.proposal_id')
    .select(['retractions.proposal_id as wrong', 'retractions.replaced_by as replacement'])
    .where('proposals.provider_id', '=', providerId)
    .execute();
  return rows;
}

async function packageOf({ store }: Desk, { package_hash }: Indicator): Promise<ComputationPackage> {
  const row = await store.db
    .selectFrom('packages')
    .select('body')
    .where('package_hash', '=', package_hash)
    .executeTakeFirstOrThrow();
  return JSON.parse(row.body);
}
