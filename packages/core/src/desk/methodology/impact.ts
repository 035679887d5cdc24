// The impact report: every provider's score and band under the framework in effect and under another one, so that
// the effect is known before the other framework is activated.

import {
  digestOf,
  frameworkVersion,
  type Methodology,
  type MethodologyDifference,
  methodologyDifferences,
  type Outcome,
  score,
} from '@rf-indicators/engine';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { civilDate } from '../../context/times.ts';
import type { Queries } from '../../store/store.ts';
import { combinationProblems } from '../facts/combinations.ts';
import { factsAsOf, type ProviderFacts } from '../facts/facts.ts';
import { type Driver, Drivers } from './drivers.ts';
import {
  countImpacts,
  type Headline,
  headlineOf,
  type ImpactCounts,
  impactOn,
  type ProviderImpact,
  unscored,
} from './provider-impact.ts';
import { findEffectiveMethodology, methodologyByDigest, requireSigned } from './signed.ts';

/** Providers are read in batches, so that memory use does not grow with their number. */
const BATCH = 200;

export interface ComparedFramework {
  digest: string;
  version: string;
  framework_version: string;
  effective_from: string;
}

export interface ImpactReport {
  as_of: string;
  framework: ComparedFramework;
  sign_off: 'signed' | 'unsigned';
  /** The framework in effect at that instant; null if there was none. */
  compared_with: ComparedFramework | null;
  differences: MethodologyDifference[];
  counts: ImpactCounts;
  /** What moves the scores, the largest movement first. */
  drivers: Driver[];
  providers: ProviderImpact[];
}

export type OnProgress = (done: number, total: number) => void;

/** The impact of an imported framework, signed or not. */
export async function impactReport(
  context: Context,
  digest: string,
  asOf: number,
  onProgress?: OnProgress,
): Promise<ImpactReport> {
  const { db } = context.store;
  const { methodology } = await methodologyByDigest(db, digest);
  const signOff = (await isSigned(db, digest)) ? 'signed' : 'unsigned';
  return compareAll(db, digest, methodology, signOff, asOf, onProgress);
}

/** The impact of a draft that is not imported. */
export async function draftImpactReport(
  context: Context,
  draft: Methodology,
  asOf: number,
  onProgress?: OnProgress,
): Promise<ImpactReport> {
  return compareAll(context.store.db, await digestOf(draft.document), draft, 'unsigned', asOf, onProgress);
}

/** The text of an imported framework against the one in effect; against the one before, if it is in effect itself. */
export async function compareTexts(
  db: Queries,
  digest: string,
  now: number,
): Promise<Pick<ImpactReport, 'compared_with' | 'differences'>> {
  const { methodology } = await methodologyByDigest(db, digest);
  const current = await findEffectiveMethodology(db, now);
  const dayBefore = Date.parse(`${methodology.document.effective_from}T00:00:00Z`) - 1;
  const other = current?.digest === digest ? await findEffectiveMethodology(db, dayBefore) : current;
  if (other === null) return { compared_with: null, differences: [] };
  return {
    compared_with: describe(other.digest, other.methodology),
    differences: methodologyDifferences(other.methodology.document, methodology.document),
  };
}

async function isSigned(db: Queries, digest: string): Promise<boolean> {
  try {
    await requireSigned(db, digest);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

async function compareAll(
  db: Queries,
  digest: string,
  methodology: Methodology,
  signOff: ImpactReport['sign_off'],
  asOf: number,
  onProgress: OnProgress = () => undefined,
): Promise<ImpactReport> {
  const effective = await findEffectiveMethodology(db, asOf);
  const before = effective?.methodology ?? null;
  const total = await countProviders(db, asOf);
  const impacts: ProviderImpact[] = [];
  const drivers = new Drivers();
  onProgress(0, total);
  for await (const ids of providerBatches(db, asOf)) {
    const after = await headlines(db, methodology, ids, asOf);
    const was = before === null ? null : await headlines(db, before, ids, asOf);
    for (const [id, { name, headline, outcome }] of after) {
      const old = was?.get(id);
      impacts.push(impactOn(id, name, old?.headline ?? null, headline));
      if (old?.outcome && outcome) drivers.add(old.outcome, outcome);
    }
    onProgress(impacts.length, total);
  }
  return {
    as_of: new Date(asOf).toISOString(),
    framework: describe(digest, methodology),
    sign_off: signOff,
    compared_with: effective && describe(effective.digest, effective.methodology),
    differences: before === null ? [] : methodologyDifferences(before.document, methodology.document),
    counts: countImpacts(impacts),
    drivers: drivers.list(),
    providers: impacts,
  };
}

async function countProviders(db: Queries, asOf: number): Promise<number> {
  const { count } = await activeProviders(db, asOf)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function activeProviders(db: Queries, asOf: number) {
  return db
    .selectFrom('providers')
    .where('created_at', '<=', asOf)
    .where(({ eb, or }) => or([eb('retired_at', 'is', null), eb('retired_at', '>', asOf)]));
}

async function* providerBatches(db: Queries, asOf: number): AsyncGenerator<string[]> {
  for (let last = ''; ; ) {
    const rows = await activeProviders(db, asOf)
      .select('id')
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    if (rows.length > 0) yield rows.map(({ id }) => id);
    if (rows.length < BATCH) return;
    last = rows.at(-1)!.id;
  }
}

interface Compared {
  name: string;
  headline: Headline;
  /** null if the facts do not suffice for the engine. */
  outcome: Outcome | null;
}

async function headlines(
  db: Queries,
  methodology: Methodology,
  providerIds: readonly string[],
  asOf: number,
): Promise<Map<string, Compared>> {
  const facts = await factsAsOf(db, methodology, providerIds, asOf, asOf);
  return new Map(
    facts.map((provider) => [
      provider.id,
      { name: provider.name, ...scoredUnder(methodology, provider, asOf) },
    ]),
  );
}

/** As a run would score it. */
function scoredUnder(
  methodology: Methodology,
  provider: ProviderFacts,
  asOf: number,
): Omit<Compared, 'name'> {
  const { missing } = provider;
  const without = (headline: Headline) => ({ headline, outcome: null });
  if (missing.length > 0) return without(unscored('NOT_SCORED', `no approved ${missing.join(', ')}`));
  const conflicts = combinationProblems(provider);
  if (conflicts.length > 0) return without(unscored('INVALID', conflicts.map(({ code }) => code).join(', ')));
  const outcome = score(methodology, engineInput(provider, asOf));
  return { headline: headlineOf(outcome), outcome };
}

function engineInput({ id, planner_type, flags, gates, inputs }: ProviderFacts, asOf: number): unknown {
  return { provider_id: id, planner_type, scoring_date: civilDate(asOf), flags, gates, inputs };
}

function describe(digest: string, { document }: Methodology): ComparedFramework {
  return {
    digest,
    version: document.methodology_version,
    framework_version: frameworkVersion(document),
    effective_from: document.effective_from,
  };
}
