// Reads the current indicators of providers from the store.

import { type ComputationPackage, type Methodology, type Scored, score } from '@rf-indicators/engine';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { readPackages } from '../packages/read-packages.ts';
import type { ScoreSummary } from './policy.ts';

export type Indicator = Database['indicators'];

export interface PublishedIndicator extends ScoreSummary {
  indicator: Indicator;
}

/** Current indicators by provider id. Providers without one, or with a withdrawn one, are left out. */
export async function currentIndicators(
  db: Queries | Writes,
  providerIds: readonly string[],
): Promise<Map<string, PublishedIndicator>> {
  if (providerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('provider_states')
    .innerJoin('indicators', 'indicators.verification_id', 'provider_states.verification_id')
    .selectAll('indicators')
    .where('provider_states.provider_id', 'in', [...providerIds])
    .execute();
  const packages = await readPackages(
    db,
    rows.map(({ package_hash }) => package_hash),
  );
  return new Map(
    rows.map((indicator) => [
      indicator.provider_id,
      {
        indicator,
        package: packages.get(indicator.package_hash)!,
        final_score: indicator.final_score,
        risk_band: indicator.risk_band,
        caps: indicator.caps,
      },
    ]),
  );
}

/** Scores a published package again to get its trace, which explains changes. */
export function rescore(methodology: Methodology, content: ComputationPackage): Scored {
  const outcome = score(methodology, {
    provider_id: content.provider.id,
    planner_type: content.provider.planner_type,
    scoring_date: content.as_of.slice(0, 10),
    flags: content.provider.flags,
    gates: content.gates,
    inputs: content.inputs,
  });
  if (outcome.status !== 'SCORED')
    throw new Error(`a published package no longer scores: ${content.provider.id}`);
  return outcome;
}

/** The hard rules that fired and their caps, as one string that is easy to compare. */
export function capsText({ trace }: Scored): string {
  return trace.fired.map(({ rule, tier }) => `${rule.id}:${tier.cap}`).join(' ');
}
