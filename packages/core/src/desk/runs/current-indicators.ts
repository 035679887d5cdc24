// What stands published for a provider, read back from the store.

import { type ComputationPackage, type Methodology, type Scored, score } from '@rf-indicators/engine';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import type { Standing } from './policy.ts';

export type Indicator = Database['indicators'];

export interface PublishedIndicator extends Standing {
  indicator: Indicator;
}

/** The current indicators of these providers; those never published or withdrawn are left out. */
export async function currentIndicators(
  db: Queries | Writes,
  providerIds: readonly string[],
): Promise<Map<string, PublishedIndicator>> {
  if (providerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('provider_states')
    .innerJoin('indicators', 'indicators.verification_id', 'provider_states.verification_id')
    .innerJoin('packages', 'packages.package_hash', 'indicators.package_hash')
    .selectAll('indicators')
    .select('packages.body')
    .where('provider_states.provider_id', 'in', [...providerIds])
    .execute();
  return new Map(
    rows.map(({ body, ...indicator }) => [
      indicator.provider_id,
      {
        indicator,
        package: JSON.parse(body) as ComputationPackage,
        final_score: indicator.final_score,
        risk_band: indicator.risk_band,
        caps: indicator.caps,
      },
    ]),
  );
}

/** A packaged score with its trace, so that it can be compared; it was published, so it scores. */
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

/** The rules fired with their caps, as one text: a changed one is news. */
export function capsText({ trace }: Scored): string {
  return trace.fired.map(({ rule, tier }) => `${rule.id}:${tier.cap}`).join(' ');
}
