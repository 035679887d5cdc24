// The published list of differences: the old and the new score of every provider with a current indicator. It shows
// headline scores only, and its reasons reveal no input.

import type {
  ComparedVersion,
  DifferenceCounts,
  DifferencesLink,
  MethodologyDifferences,
  ProviderDifference,
} from '@rf-indicators/contract';
import {
  canonicalJson,
  digestOf,
  formatHundredths,
  type JsonValue,
  parseScaled,
} from '@rf-indicators/engine';
import type { Queries } from '../../store/store.ts';
import type { ComparedFramework, ImpactReport } from './impact.ts';
import type { ProviderImpact } from './provider-impact.ts';

export type Differences = MethodologyDifferences['data'];

export interface StoredDifferences {
  /** Canonical JSON. */
  text: string;
  digest: string;
  counts: DifferenceCounts;
}

const REASONS = {
  retired: 'The provider is retired and is no longer scored.',
  NOT_SCORED: 'The evidence on record is not enough for a score.',
  INVALID: 'What is on record does not fit this framework.',
};

/** The differences behind an impact report; null if no framework was in effect before. */
export async function listDifferences(db: Queries, impact: ImpactReport): Promise<StoredDifferences | null> {
  if (impact.compared_with === null) return null;
  const after = new Map(impact.providers.map((provider) => [provider.provider_id, provider]));
  const providers = (await currentHeadlines(db)).map((row) => difference(row, after.get(row.provider_id)));
  const differences: Differences = {
    as_of: impact.as_of,
    framework: compared(impact.framework),
    compared_with: compared(impact.compared_with),
    counts: countDifferences(providers),
    bands: countBands(providers),
    providers,
  };
  const text = canonicalJson(differences as unknown as JsonValue);
  return { text, digest: await digestOf(differences), counts: differences.counts };
}

/** Links use the digest of the framework, because a version that was never used can be replaced. */
export function differencesLink(
  frameworkDigest: string,
  stored: Pick<StoredDifferences, 'digest' | 'counts'> | null,
): DifferencesLink | null {
  if (stored === null) return null;
  const { digest, counts } = stored;
  return { url: `/api/public/methodology/${frameworkDigest}/differences`, digest, counts };
}

/** What was stored with an activation; null for the first framework, and from before there were lists. */
export function storedDifferences(row: {
  differences: string | null;
  differences_digest: string | null;
}): StoredDifferences | null {
  const { differences: text, differences_digest: digest } = row;
  if (text === null || digest === null) return null;
  const { counts } = JSON.parse(text) as Differences;
  return { text, digest, counts };
}

type CurrentHeadline = Awaited<ReturnType<typeof currentHeadlines>>[number];

/** As they are served now, sorted by name. */
async function currentHeadlines(db: Queries) {
  const rows = await db
    .selectFrom('provider_states')
    .innerJoin('indicators', 'indicators.verification_id', 'provider_states.verification_id')
    .innerJoin('providers', 'providers.id', 'provider_states.provider_id')
    .innerJoin('provider_versions', 'provider_versions.provider_id', 'providers.id')
    .select(['providers.id as provider_id', 'providers.slug', 'provider_versions.name'])
    .select(['indicators.final_score', 'indicators.risk_band', 'indicators.statement'])
    .orderBy('provider_versions.version')
    .execute();
  const latest = [...new Map(rows.map((row) => [row.provider_id, row])).values()];
  return latest.sort((a, b) => compare(a.name, b.name) || compare(a.provider_id, b.provider_id));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function difference(row: CurrentHeadline, impact: ProviderImpact | undefined): ProviderDifference {
  const { provider_id, slug, name, final_score, risk_band, statement } = row;
  const after = impact?.after;
  const old = {
    provider_id,
    slug,
    name,
    planner_type: (JSON.parse(statement) as { planner_type: ProviderDifference['planner_type'] })
      .planner_type,
    old_score: formatHundredths(final_score),
    old_band: risk_band as ProviderDifference['old_band'],
  };
  if (after === undefined || after.status !== 'SCORED') {
    const reason = REASONS[after === undefined ? 'retired' : (after.status as 'NOT_SCORED' | 'INVALID')];
    return { ...old, new_score: null, new_band: null, delta: null, reason };
  }
  const delta = parseScaled(after.final_score!, 2)! - final_score;
  return {
    ...old,
    new_score: after.final_score,
    new_band: after.risk_band as ProviderDifference['new_band'],
    delta: formatHundredths(delta),
    reason: null,
  };
}

function countDifferences(providers: readonly ProviderDifference[]): DifferenceCounts {
  const count = (holds: (provider: ProviderDifference) => boolean) => providers.filter(holds).length;
  return {
    providers: providers.length,
    higher: count(({ delta }) => delta !== null && delta !== '0.00' && !delta.startsWith('-')),
    lower: count(({ delta }) => delta?.startsWith('-') ?? false),
    unchanged: count(({ delta }) => delta === '0.00'),
    not_scored: count(({ delta }) => delta === null),
    band_changed: count(({ old_band, new_band }) => new_band !== null && new_band !== old_band),
  };
}

function countBands(providers: readonly ProviderDifference[]): Differences['bands'] {
  const moves = Map.groupBy(providers, ({ old_band, new_band }) => `${old_band} ${new_band ?? ''}`);
  return [...moves.entries()]
    .sort(([a], [b]) => compare(a, b))
    .map(([, moved]) => {
      const { old_band, new_band } = moved[0]!;
      return { old_band, new_band, providers: moved.length };
    });
}

function compared({
  version,
  framework_version,
  digest,
  effective_from,
}: ComparedFramework): ComparedVersion {
  return { version, framework_version, digest, effective_from };
}
