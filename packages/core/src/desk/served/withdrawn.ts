// The providers whose last indicator was withdrawn, now or at a past time.

import type { Identifier } from '@rf-indicators/contract';
import { sql } from 'kysely';
import { readIdentifiersColumn } from '../../context/identifiers.ts';
import type { Queries } from '../../store/store.ts';

export interface WithdrawnProvider {
  providerId: string;
  slug: string;
  name: string;
  identifiers: readonly Identifier[];
  /** As the withdrawn indicator has it. */
  plannerType: string;
  withdrawnAt: number;
  reason: string;
  verificationId: string;
}

export interface WithdrawnFilter {
  /** The state at this time; by default now. */
  asOf?: number | undefined;
  providerIds?: readonly string[];
}

/** In no particular order. A provider that was reinstated has a newer indicator, and is not among them. */
export async function withdrawnProviders(
  db: Queries,
  { asOf = Number.MAX_SAFE_INTEGER, providerIds }: WithdrawnFilter = {},
): Promise<WithdrawnProvider[]> {
  // PostgreSQL has no empty lists.
  if (providerIds?.length === 0) return [];
  let query = db
    .selectFrom('withdrawals')
    .innerJoin('indicators', 'indicators.verification_id', 'withdrawals.verification_id')
    .innerJoin('providers', 'providers.id', 'withdrawals.provider_id')
    .innerJoin('provider_versions', 'provider_versions.provider_id', 'withdrawals.provider_id')
    .select([
      'withdrawals.provider_id as providerId',
      'providers.slug',
      'provider_versions.name',
      'provider_versions.identifiers',
      'withdrawals.withdrawn_at as withdrawnAt',
      'withdrawals.reason',
      'withdrawals.verification_id as verificationId',
      'indicators.statement',
    ])
    .where('withdrawals.withdrawn_at', '<=', asOf)
    .where(
      'indicators.log_index',
      '=',
      // A correction of an older indicator was never served as the current one.
      sql<number>`(select max(i.log_index) from indicators i where i.provider_id = indicators.provider_id
        and i.published_at <= ${asOf} and (i.corrects is null or i.supersedes is not null))`,
    )
    .where(
      'provider_versions.version',
      '=',
      sql<number>`coalesce((select max(v.version) from provider_versions v
        where v.provider_id = indicators.provider_id and v.recorded_at <= ${asOf}), 1)`,
    );
  if (providerIds) query = query.where('withdrawals.provider_id', 'in', [...providerIds]);
  const rows = await query.execute();
  return rows.map(({ statement, identifiers, ...row }) => ({
    ...row,
    identifiers: readIdentifiersColumn(identifiers),
    plannerType: (JSON.parse(statement) as { planner_type: string }).planner_type,
  }));
}
