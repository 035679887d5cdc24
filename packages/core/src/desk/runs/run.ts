// Computes a run: scores providers as of an instant and leaves a draft with what would be published and why. It
// writes in batches without holding a lock; if the process is killed, the run stays in `computing`, not a draft.

import {
  type Change,
  canonicalJson,
  explainChange,
  type JsonValue,
  type Methodology,
  makePackage,
  type Packaged,
  type Scored,
} from '@rf-indicators/engine';
import { type Actor, requireMay, SERVICE } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { instantText } from '../../context/times.ts';
import { insertAll } from '../../store/bulk.ts';
import type { Database, RunKind } from '../../store/schema.ts';
import type { Writes } from '../../store/store.ts';
import { factsAsOf, type KnownInput, type ProviderFacts } from '../inputs/facts.ts';
import { currentConfiguration } from '../methodology/configurations.ts';
import { effectiveMethodology, methodologyByDigest } from '../methodology/signed.ts';
import { slugsOf } from '../providers/slugs.ts';
import { capsText, currentIndicators, type PublishedIndicator, rescore } from './current-indicators.ts';
import { type Cause, causesToPublish, DEFAULT_POLICY, type PublishingPolicy } from './policy.ts';

const PROVIDERS_AT_ONCE = 100;

export interface RunRequest {
  kind: RunKind;
  asOf: number;
  /** All providers that are not retired, by default. */
  providerIds?: readonly string[];
  configuration?: string;
  /** Publish every scored provider, even without news. */
  everything?: boolean;
  reason?: string;
  /** Refuse if a run of this kind has an as-of time at or after this instant. */
  onlyFirstSince?: number;
  policy?: PublishingPolicy;
  progress?: (done: number, all: number) => void;
}

type RunItem = Database['run_items'];

export async function computeRun(context: Context, actor: Actor, request: RunRequest): Promise<string> {
  if (actor !== SERVICE) requireMay(actor, 'runs.compute');
  const { store } = context;
  if (request.asOf > context.clock()) {
    throw new Refusal('validation_failed', 'A run cannot score as of a time in the future.');
  }
  const { digest, methodology } = await effectiveMethodology(store.db, request.asOf);
  const configuration = await currentConfiguration(store.db, request.configuration ?? 'default');
  const providerIds = await chooseProviders(context, request.providerIds);
  const run = {
    id: context.newId(),
    kind: request.kind,
    status: 'computing' as const,
    as_of: request.asOf,
    known_at: request.asOf,
    methodology_digest: digest,
    configuration_digest: configuration.digest,
    corrects_proposal: null,
    corrected_by_proposal: null,
    reason: request.reason ?? null,
    created_by: actor.id,
    created_at: context.clock(),
    finished_at: null,
  };
  await store.transaction((writes) => startRun(context, writes, actor, run, request.onlyFirstSince));
  for (let at = 0; at < providerIds.length; at += PROVIDERS_AT_ONCE) {
    const batch = providerIds.slice(at, at + PROVIDERS_AT_ONCE);
    await computeBatch(context, run, batch, methodology, configuration.content, request);
    request.progress?.(Math.min(at + PROVIDERS_AT_ONCE, providerIds.length), providerIds.length);
  }
  await store.transaction((writes) => finishRun(context, writes, actor, run.id));
  return run.id;
}

/**
 * The audit record updates the same row as every decision does. So a decision that is being written when a run
 * starts either commits first, and the run sees it, or is retried and gets a later time.
 */
async function startRun(
  context: Context,
  writes: Writes,
  actor: Actor,
  run: Database['runs'],
  onlyFirstSince: number | undefined,
): Promise<void> {
  if (onlyFirstSince !== undefined) {
    const made = await writes
      .selectFrom('runs')
      .select('id')
      .where('kind', '=', run.kind)
      .where('status', '<>', 'discarded')
      .where('as_of', '>=', onlyFirstSince)
      .executeTakeFirst();
    if (made !== undefined)
      throw new Refusal('conflict', `Run ${made.id} was already computed for this day.`);
  }
  await writes.insertInto('runs').values(run).execute();
  await recordAct(context, writes, actor, 'run.start', run.id, null, { as_of: run.as_of });
}

async function chooseProviders({ store }: Context, named: readonly string[] | undefined): Promise<string[]> {
  const rows = await store.db
    .selectFrom('providers')
    .select('id')
    .where('retired_at', 'is', null)
    .orderBy('id')
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  if (named === undefined) return [...known];
  const unknown = named.filter((id) => !known.has(id));
  if (unknown.length === 0) return [...named];
  const slugs = await slugsOf(store.db, unknown);
  throw new Refusal('not_found', `These providers are retired or do not exist: ${slugs.join(', ')}.`);
}

export async function finishRun(
  context: Context,
  writes: Writes,
  actor: Actor,
  runId: string,
): Promise<void> {
  const { numUpdatedRows } = await writes
    .updateTable('runs')
    .set({ status: 'draft', finished_at: context.clock() })
    .where('id', '=', runId)
    .where('status', '=', 'computing')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n)
    throw new Refusal(
      'conflict',
      `Run ${runId} was discarded while it was being computed. Compute a new run.`,
    );
  await recordAct(context, writes, actor, 'run.compute', runId, null, { status: 'draft' });
}

async function computeBatch(
  context: Context,
  run: Database['runs'],
  providerIds: readonly string[],
  methodology: Methodology,
  configuration: Record<string, string>,
  { everything, policy = DEFAULT_POLICY }: RunRequest,
): Promise<void> {
  const { store } = context;
  const facts = await factsAsOf(store.db, methodology, providerIds, run.as_of, run.known_at);
  const published = await currentIndicators(store.db, providerIds);
  const earlier = methodologies(context);
  const history = await publishedHistory(context, providerIds);
  const items: RunItem[] = [];
  const packages: Packaged[] = [];
  for (const provider of facts) {
    const scored = await scoreProvider(methodology, provider, run.as_of, configuration);
    const current = published.get(provider.id) ?? null;
    const item = blankItem(run.id, provider.id, run.as_of, current);
    if (scored.packaged === null) {
      items.push({ ...item, ...scored.failure, action: current && isGated(scored) ? 'mark_stale' : 'none' });
      continue;
    }
    packages.push(scored.packaged);
    const caps = capsText(scored.outcome);
    const candidate = {
      ...headlineOf(scored.outcome),
      caps,
      package: scored.packaged.package,
      renewals: renewals(provider),
    };
    const causes: Cause[] = causesToPublish(current, candidate, policy);
    // After a withdrawal there is no current indicator, but a change from the last band still counts.
    const lastBand = history.lastBand.get(provider.id);
    if (current === null && lastBand !== undefined && lastBand !== candidate.risk_band) causes.push('band');
    if (causes.length === 0 && everything) causes.push('requested');
    // A run about the past is for information: it never replaces a newer indicator or publishes a package twice.
    const isNewer = current === null || run.as_of > current.indicator.as_of;
    const isNew = isNewer && !history.packages.has(scored.packaged.package_hash);
    items.push({
      ...item,
      ...headlineOf(scored.outcome),
      outcome: 'SCORED',
      verification_id: scored.packaged.verification_id,
      package_hash: scored.packaged.package_hash,
      action: actionFor(isNew, isNewer, causes),
      causes: JSON.stringify(causes),
      change: current && JSON.stringify(await changeSince(current, scored.outcome, earlier)),
    });
  }
  await store.transaction((writes) => writeBatch(writes, packages, items));
}

function actionFor(isNew: boolean, isNewer: boolean, causes: readonly Cause[]): RunItem['action'] {
  if (causes.length > 0) return isNew ? 'publish' : 'none';
  return isNewer ? 'verify' : 'none';
}

interface PublishedHistory {
  packages: ReadonlySet<string>;
  /** The band of each provider's last indicator, even if it was withdrawn. */
  lastBand: ReadonlyMap<string, string>;
}

async function publishedHistory(
  { store }: Context,
  providerIds: readonly string[],
): Promise<PublishedHistory> {
  const rows = await store.db
    .selectFrom('indicators')
    .select(['provider_id', 'package_hash', 'risk_band'])
    .where('provider_id', 'in', [...providerIds])
    .orderBy('log_index')
    .execute();
  return {
    packages: new Set(rows.map(({ package_hash }) => package_hash)),
    lastBand: new Map(rows.map(({ provider_id, risk_band }) => [provider_id, risk_band])),
  };
}

export async function writeBatch(
  writes: Writes,
  packages: readonly Packaged[],
  items: readonly RunItem[],
): Promise<void> {
  const rows = packages.map(({ package: content, package_hash, verification_id }) => ({
    package_hash,
    verification_id,
    methodology_digest: content.methodology_digest,
    body: canonicalJson(content as unknown as JsonValue),
  }));
  // The same inputs give the same package, so an earlier draft may already have stored it.
  if (rows.length > 0) {
    await writes
      .insertInto('packages')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await insertAll(writes, 'run_items', items);
}

type ScoredProvider =
  | { packaged: Packaged; outcome: Scored }
  | { packaged: null; failure: Pick<RunItem, 'outcome' | 'outcome_detail'> };

export async function scoreProvider(
  methodology: Methodology,
  provider: ProviderFacts,
  asOf: number,
  configuration: Record<string, string>,
): Promise<ScoredProvider> {
  const { id, name, planner_type, flags } = provider;
  const { outcome, packaged } = await makePackage(methodology, {
    provider: { id, name, planner_type, flags },
    as_of: instantText(asOf),
    configuration,
    gates: bareInputs(provider.gates),
    inputs: bareInputs(provider.inputs),
  });
  if (outcome.status === 'SCORED' && packaged) return { packaged, outcome };
  const detail = outcome.status === 'NOT_SCORED' ? outcome.result.reason : JSON.stringify(outcome.result);
  return { packaged: null, failure: { outcome: outcome.status, outcome_detail: detail } };
}

/** The members that a package contains, without those that only the store uses. */
function bareInputs(known: Record<string, KnownInput>) {
  return Object.fromEntries(
    Object.entries(known).map(([id, { value, grade, evidence_date, evidence, approval }]) => [
      id,
      { value, grade, evidence_date, evidence, approval },
    ]),
  );
}

export function blankItem(
  runId: string,
  providerId: string,
  asOf: number,
  current: PublishedIndicator | null,
): RunItem {
  return {
    run_id: runId,
    provider_id: providerId,
    as_of: asOf,
    outcome: 'SCORED',
    outcome_detail: null,
    verification_id: null,
    package_hash: null,
    final_score: null,
    risk_band: null,
    action: 'none',
    causes: '[]',
    change: null,
    base_verification_id: current?.indicator.verification_id ?? null,
    corrects: null,
    publication_id: null,
  };
}

function isGated(scored: ScoredProvider): boolean {
  return scored.packaged === null && scored.failure.outcome === 'NOT_SCORED';
}

export function headlineOf({ trace, result }: Scored): { final_score: number; risk_band: string } {
  return { final_score: trace.final, risk_band: result.band };
}

function renewals({ gates, inputs }: ProviderFacts): Set<string> {
  const all = [...Object.values(gates), ...Object.values(inputs)];
  return new Set(all.filter(({ renewal }) => renewal).map(({ proposalId }) => proposalId));
}

async function changeSince(
  { indicator, package: content }: PublishedIndicator,
  now: Scored,
  methodologyOf: (digest: string) => Promise<Methodology>,
): Promise<Change> {
  return explainChange(rescore(await methodologyOf(indicator.methodology_digest), content), now);
}

/** Loads frameworks by digest, each once per batch. */
function methodologies({ store }: Context): (digest: string) => Promise<Methodology> {
  const known = new Map<string, Promise<Methodology>>();
  return (digest) => {
    const found =
      known.get(digest) ?? methodologyByDigest(store.db, digest).then(({ methodology }) => methodology);
    known.set(digest, found);
    return found;
  };
}
