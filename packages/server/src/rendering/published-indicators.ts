// Queries for published indicators, with what happened to each of them later (superseded, corrected, withdrawn, stale).

import type { IndicatorState, Review } from '@rf-indicators/contract';
import { wireReview } from '@rf-indicators/core/desk/served/analysis';
import { reviewOf, staleReasonOf } from '@rf-indicators/core/desk/served/served';
import type { Queries } from '@rf-indicators/core/store/store';

export function publishedIndicators(db: Queries) {
  return (
    db
      .selectFrom('indicators')
      .innerJoin('methodologies', 'methodologies.digest', 'indicators.methodology_digest')
      .leftJoin('indicators as successor', 'successor.supersedes', 'indicators.verification_id')
      .leftJoin('indicators as correction', 'correction.corrects', 'indicators.verification_id')
      .leftJoin('withdrawals', 'withdrawals.verification_id', 'indicators.verification_id')
      // Matches only the current indicator of the provider.
      .leftJoin('provider_states', (join) =>
        join
          .onRef('provider_states.provider_id', '=', 'indicators.provider_id')
          .onRef('provider_states.verification_id', '=', 'indicators.verification_id'),
      )
      .leftJoin('served_indicators', (join) =>
        join
          .onRef('served_indicators.provider_id', '=', 'indicators.provider_id')
          .onRef('served_indicators.verification_id', '=', 'indicators.verification_id'),
      )
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
        'indicators.kind',
        'indicators.renews',
        'indicators.statement',
        'indicators.signature',
        'methodologies.framework_version',
        'successor.verification_id as superseded_by',
        'correction.verification_id as corrected_by',
        'withdrawals.withdrawn_at',
        'withdrawals.reason as withdrawn_reason',
        'successor.published_at as superseded_at',
        'correction.published_at as corrected_at',
        'provider_states.stale_since',
        'provider_states.stale_reason',
        'served_indicators.review_direction',
        'served_indicators.review_since',
        'served_indicators.review_until',
        'served_indicators.review_reason',
      ])
      .select(({ selectFrom }) =>
        selectFrom('stale_marks')
          .select(({ fn }) => fn.max('stale_marks.marked_at').as('at'))
          .whereRef('stale_marks.verification_id', '=', 'indicators.verification_id')
          .as('marked_at'),
      )
      .select(({ selectFrom }) =>
        selectFrom('review_marks')
          .select(({ fn }) => fn.max('review_marks.marked_at').as('at'))
          .whereRef('review_marks.provider_id', '=', 'indicators.provider_id')
          .whereRef('review_marks.verification_id', '=', 'indicators.verification_id')
          .as('reviewed_at'),
      )
  );
}

export function publishedBy(db: Queries, providerId: string) {
  return publishedIndicators(db).where('indicators.provider_id', '=', providerId);
}

interface Dated {
  published_at: number;
  superseded_at: number | null;
  corrected_at: number | null;
  withdrawn_at: number | null;
  /** When the stale mark was last set or removed. */
  marked_at: number | null;
  /** When a review of it began or ended. */
  reviewed_at: number | null;
}

/** When the indicator or its state last changed. */
export function changedAt(row: Dated): number {
  const { published_at, superseded_at, corrected_at, withdrawn_at, marked_at, reviewed_at } = row;
  const later = [superseded_at, corrected_at, withdrawn_at, marked_at, reviewed_at];
  return Math.max(published_at, ...later.map((at) => at ?? 0));
}

/** Whether the indicator is current and stale, and why. */
export function stalenessOf(row: Marked): { stale: boolean; stale_reason: string | null } {
  return { stale: row.stale_since !== null, stale_reason: staleReasonOf(row) };
}

/** Whether the indicator is current and under review. */
export function currentReview(row: Parameters<typeof reviewOf>[0]): { review: Review | null } {
  return { review: wireReview(reviewOf(row)) };
}

interface Marked {
  stale_since: number | null;
  stale_reason: string | null;
}

interface Followed {
  corrects: string | null;
  supersedes: string | null;
  corrected_by: string | null;
  superseded_by: string | null;
  withdrawn_at: number | null;
}

/** `corrected` takes precedence, because it says that the indicator was wrong, not merely outdated. */
export function stateOf(row: Followed): IndicatorState {
  if (row.corrected_by !== null) return 'corrected';
  if (row.withdrawn_at !== null) return 'withdrawn';
  if (row.superseded_by !== null) return 'superseded';
  // A correction of a superseded indicator was never current itself.
  if (row.corrects !== null && row.supersedes === null) return 'superseded';
  return 'current';
}
