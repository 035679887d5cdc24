// The items of a run: for each provider the computed result, and what publishing the run would do with it.

import {
  type Change,
  type ComputationPackage,
  type Configuration,
  explainChange,
  identifyPackage,
  type Methodology,
  type Packaged,
  type Scored,
} from '@rf-indicators/engine';
import type { Context } from '../../context/context.ts';
import { insertAll } from '../../store/bulk.ts';
import type { ListCheck } from '../../store/records/list-check.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { factsAsOf, type ProviderFacts } from '../facts/facts.ts';
import { methodologyByDigest } from '../methodology/signed.ts';
import { type StoredPackage, writePackages } from '../packages/write.ts';
import { capsText, currentIndicators, type PublishedIndicator, rescore } from './current-indicators.ts';
import { isEqual, judge, type PublishingPolicy, type ScoreSummary } from './policy.ts';
import { headlineOf, scoreProvider } from './score-provider.ts';

export type RunItem = Database['run_items'];

export interface ComputedItems {
  packages: Packaged[];
  items: RunItem[];
}

export interface ItemSettings {
  methodology: Methodology;
  configuration: Configuration;
  /** Publish every scored provider, even if the run would only confirm it. */
  everything: boolean;
  policy: PublishingPolicy;
  check: ListCheck;
}

export async function computeItems(
  { store: { db } }: Context,
  run: Database['runs'],
  providerIds: readonly string[],
  settings: ItemSettings,
): Promise<ComputedItems> {
  const { methodology, check } = settings;
  const facts = await factsAsOf(db, methodology, providerIds, run.as_of, run.known_at, { check });
  const published = await currentIndicators(db, providerIds);
  const history = await publishedHistory(db, providerIds);
  const explain = changeExplainer(db);
  const items: RunItem[] = [];
  const packages: Packaged[] = [];
  for (const provider of facts) {
    const current = published.get(provider.id) ?? null;
    const blank = {
      ...blankItem(run.id, provider.id, run.as_of, current),
      contested: JSON.stringify(provider.contested),
    };
    const scored = await scoreProvider(settings.methodology, provider, run.as_of, settings.configuration);
    if (scored.content === null) {
      const { outcome, outcome_detail } = scored.failure;
      items.push({ ...blank, outcome, outcome_detail, action: current ? 'mark_stale' : 'none' });
      continue;
    }
    const item = { ...blank, ...headlineOf(scored.outcome), outcome: 'SCORED' as const };
    if (isConfirmed(run, current, scored.content, settings)) {
      // The current indicator has an equal package already.
      items.push({ ...item, action: 'verify' });
      continue;
    }
    const packaged = await identifyPackage(scored.content);
    const { outcome } = scored;
    const verdict = await actionOn(
      db,
      run,
      provider,
      current,
      { packaged, outcome },
      history,
      settings,
      explain,
    );
    packages.push(packaged);
    const { verification_id, package_hash } = packaged;
    items.push({ ...item, ...verdict, verification_id, package_hash });
  }
  return { packages, items };
}

/** Whether the run finds the current indicator unchanged. A run about the past confirms nothing. */
function isConfirmed(
  run: Database['runs'],
  current: PublishedIndicator | null,
  content: ComputationPackage,
  { everything }: ItemSettings,
): boolean {
  if (current === null || everything || run.as_of <= current.indicator.as_of) return false;
  return isEqual(current.package, content);
}

type ExplainChange = (before: PublishedIndicator, after: Scored) => Promise<Change>;

async function actionOn(
  db: Queries,
  run: Database['runs'],
  { id }: ProviderFacts,
  current: PublishedIndicator | null,
  { packaged, outcome }: { packaged: Packaged; outcome: Scored },
  history: PublishedHistory,
  { policy }: ItemSettings,
  explain: ExplainChange,
): Promise<Pick<RunItem, 'action' | 'kind' | 'causes' | 'change'>> {
  const nothing = { action: 'none' as const, kind: null, causes: '[]', change: null };
  if (current === null) {
    if (run.kind === 'reinstatement')
      return { ...nothing, action: 'publish', kind: 'reinstatement', causes: '["reinstatement"]' };
    // A withdrawal holds, whatever runs compute, until two people reinstate the provider.
    if (history.withdrawn.has(id)) return { ...nothing, causes: '["withdrawn"]' };
    if (await isPublished(db, packaged.package_hash)) return nothing;
    return { ...nothing, action: 'publish', kind: 'initial', causes: '["initial"]' };
  }
  // A run about the past is for information: it never replaces a newer indicator or publishes a package twice.
  if (run.as_of <= current.indicator.as_of) return nothing;
  if (await isPublished(db, packaged.package_hash)) return nothing;
  if (isEqual(current.package, packaged.package)) {
    return { ...nothing, action: 'publish', kind: 'renewal', causes: '["requested"]' };
  }
  const candidate: ScoreSummary = {
    ...headlineOf(outcome),
    caps: capsText(outcome),
    package: packaged.package,
  };
  const change = await explain(current, outcome);
  const lastNews = history.lastNews.get(id) ?? current.final_score;
  const { kind, causes } = judge(current, candidate, change, lastNews, policy);
  return { action: 'publish', kind, causes: JSON.stringify(causes), change: JSON.stringify(change) };
}

interface PublishedHistory {
  /** Providers without a current indicator because it was withdrawn. */
  withdrawn: ReadonlySet<string>;
  /** By provider: the score of the last indicator that was neither drift nor a renewal. */
  lastNews: ReadonlyMap<string, number>;
}

async function publishedHistory(db: Queries, providerIds: readonly string[]): Promise<PublishedHistory> {
  const withdrawn = await db
    .selectFrom('provider_states')
    .select('provider_id')
    .where('provider_id', 'in', [...providerIds])
    .where('verification_id', 'is', null)
    .execute();
  // A correction of a past indicator is not what readers were last told.
  const newest = db
    .selectFrom('indicators')
    .select(({ fn }) => fn.max('log_index').as('log_index'))
    .where('provider_id', 'in', [...providerIds])
    .where('kind', 'not in', ['drift', 'renewal'])
    .where(({ eb, or }) => or([eb('corrects', 'is', null), eb('supersedes', 'is not', null)]))
    .groupBy('provider_id');
  const news = await db
    .selectFrom('indicators')
    .select(['provider_id', 'final_score'])
    .where('log_index', 'in', newest)
    .execute();
  return {
    withdrawn: new Set(withdrawn.map(({ provider_id }) => provider_id)),
    lastNews: new Map(news.map(({ provider_id, final_score }) => [provider_id, final_score])),
  };
}

/** Whether a package was published before: the same inputs at the same instant give the same one. */
async function isPublished(db: Queries, packageHash: string): Promise<boolean> {
  const found = await db
    .selectFrom('indicators')
    .select('verification_id')
    .where('package_hash', '=', packageHash)
    .executeTakeFirst();
  return found !== undefined;
}

export async function writeItems(
  writes: Writes,
  packages: readonly StoredPackage[],
  items: readonly RunItem[],
): Promise<void> {
  await writePackages(writes, packages);
  await insertAll(writes, 'run_items', items);
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
    kind: null,
    contested: '[]',
  };
}

/** Loads each framework once per batch. */
function changeExplainer(db: Queries): ExplainChange {
  const known = new Map<string, Promise<Methodology>>();
  return async ({ indicator: { methodology_digest: digest }, package: content }, now) => {
    const methodology =
      known.get(digest) ?? methodologyByDigest(db, digest).then((found) => found.methodology);
    known.set(digest, methodology);
    return explainChange(rescore(await methodology, content), now);
  };
}
