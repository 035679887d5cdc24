// Published indicators with what followed each: for the history of one provider, and for verifying one of them.

import type { IndicatorState } from '@rf-indicators/contract';
import type { Queries } from '@rf-indicators/core/store/store';
import { sql } from 'kysely';

export function publishedIndicators(db: Queries) {
  return db
    .selectFrom('indicators')
    .innerJoin('methodologies', 'methodologies.digest', 'indicators.methodology_digest')
    .leftJoin('indicators as successor', 'successor.supersedes', 'indicators.verification_id')
    .leftJoin('indicators as correction', 'correction.corrects', 'indicators.verification_id')
    .leftJoin('withdrawals', 'withdrawals.verification_id', 'indicators.verification_id')
    .select([
      'indicators.verification_id',
      'indicators.provider_id',
      'indicators.publication_id',
      'indicators.package_hash',
      'indicators.methodology_digest',
      'indicators.as_of',
      'indicators.published_at',
      'indicators.final_score',
      'indicators.risk_band',
      'indicators.supersedes',
      'indicators.corrects',
      'indicators.log_index',
      'indicators.statement',
      'indicators.signature',
      'methodologies.framework_version',
      'successor.verification_id as superseded_by',
      'correction.verification_id as corrected_by',
      'withdrawals.withdrawn_at',
      'withdrawals.reason as withdrawn_reason',
    ])
    .select(
      // When anything was last said of it.
      sql<number>`coalesce(withdrawals.withdrawn_at, successor.published_at, correction.published_at,
        indicators.published_at)`.as('changed_at'),
    );
}

export function publishedBy(db: Queries, providerId: string) {
  return publishedIndicators(db).where('indicators.provider_id', '=', providerId);
}

interface Followed {
  corrects: string | null;
  supersedes: string | null;
  corrected_by: string | null;
  superseded_by: string | null;
  withdrawn_at: number | null;
}

/** A correction says most: what was wrong is never called merely old. */
export function stateOf(row: Followed): IndicatorState {
  if (row.corrected_by !== null) return 'corrected';
  if (row.withdrawn_at !== null) return 'withdrawn';
  if (row.superseded_by !== null) return 'superseded';
  // What restates the past without taking the place of what stands never stood itself.
  if (row.corrects !== null && row.supersedes === null) return 'superseded';
  return 'current';
}
