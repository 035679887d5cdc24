// What is served about an indicator besides what its package says: the provider's names, staleness, confirmations and
// corrections. The table `served_indicators` has one row for each current indicator.

import { hash } from 'node:crypto';
import type { Identifier } from '@rf-indicators/contract';
import { readIdentifiersColumn } from '../../context/identifiers.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import type { Contested } from '../facts/known.ts';

export interface ServedIndicator {
  providerId: string;
  slug: string;
  name: string;
  subtype: string;
  identifiers: readonly Identifier[];
  plannerType: string;
  verificationId: string;
  /** For a renewal: the indicator that it renews. */
  renews: string | null;
  packageHash: string;
  methodologyDigest: string;
  asOf: number;
  publishedAt: number;
  finalScore: number;
  riskBand: string;
  verifiedAt: number;
  /** The last run that confirmed the indicator, if there is a signed record of it. */
  confirmedBy: { runId: string; at: number } | null;
  /** Approved values that do not count yet. */
  contested: readonly Contested[];
  staleSince: number | null;
  staleReason: string | null;
  /** From when it is stale if no gate is checked again; null if that was not worked out yet. */
  staleFrom: number | null;
  correctedBy: string | null;
  /** null unless it is under review. */
  review: ServedReview | null;
  /** The published rationale of its last news, by its number. */
  rationaleSeq: number | null;
  /** Its disclosures, by their number. */
  disclosuresSeq: number | null;
  /** Renewals are skipped: they have the score of the indicator that they renew. */
  previous: { verificationId: string; finalScore: number; riskBand: string } | null;
  /** When any of the members above last changed. */
  changedAt: number;
}

export interface ServedReview {
  direction: 'up' | 'down' | 'developing';
  since: number;
  until: number;
  reason: string;
}

export type ServedRow = Database['served_indicators'];

/** The current indicators of all providers, or of the given ones, in no particular order. */
export async function currentIndicators(
  db: Queries | Writes,
  providerIds?: readonly string[],
): Promise<ServedIndicator[]> {
  // PostgreSQL has no empty lists.
  if (providerIds?.length === 0) return [];
  let query = db.selectFrom('served_indicators').selectAll();
  if (providerIds) query = query.where('provider_id', 'in', [...providerIds]);
  return (await query.execute()).map(asServed);
}

export function asServed(row: ServedRow): ServedIndicator {
  return {
    providerId: row.provider_id,
    slug: row.slug,
    name: row.name,
    subtype: row.subtype,
    identifiers: readIdentifiersColumn(row.identifiers),
    plannerType: row.planner_type,
    verificationId: row.verification_id,
    renews: row.renews,
    packageHash: row.package_hash,
    methodologyDigest: row.methodology_digest,
    asOf: row.as_of,
    publishedAt: row.published_at,
    finalScore: row.final_score,
    riskBand: row.risk_band,
    verifiedAt: row.verified_at,
    confirmedBy: row.confirmed_by === null ? null : { runId: row.confirmed_by, at: row.confirmed_at! },
    contested: row.contested === '[]' ? [] : (JSON.parse(row.contested) as Contested[]),
    staleSince: row.stale_since,
    staleReason: staleReasonOf(row),
    staleFrom: row.stale_from,
    correctedBy: row.corrected_by,
    review: reviewOf(row),
    rationaleSeq: row.rationale_seq,
    disclosuresSeq: row.disclosures_seq,
    previous:
      row.previous_id === null
        ? null
        : {
            verificationId: row.previous_id,
            finalScore: row.previous_score!,
            riskBand: row.previous_band!,
          },
    changedAt: row.changed_at,
  };
}

/** null unless it is under review. */
export function reviewOf(
  row: Pick<ServedRow, 'review_direction' | 'review_since' | 'review_until' | 'review_reason'>,
): ServedReview | null {
  if (row.review_direction === null) return null;
  return {
    direction: row.review_direction as ServedReview['direction'],
    since: row.review_since!,
    until: row.review_until!,
    reason: row.review_reason!,
  };
}

/** Another text if anything that is served about the indicator is: a template follows from its package, and this row says the rest. */
export function sourceOf(row: ServedRow): string {
  return hash('sha256', JSON.stringify(row), 'base64url');
}

/** For marks that were set without a reason. */
const UNKNOWN_STALE_REASON = 'not checked in time';

/** null unless the indicator is stale. */
export function staleReasonOf(row: Pick<ServedRow, 'stale_since' | 'stale_reason'>): string | null {
  return row.stale_since === null ? null : (row.stale_reason ?? UNKNOWN_STALE_REASON);
}
