// Renders the rows of lists as JSON text; lists are joined from these texts.

import type { PublicScore, ScoreRow } from '@rf-indicators/contract';
import { plainIdentifiers } from '@rf-indicators/core/context/identifiers';
import { wireReview } from '@rf-indicators/core/desk/served/analysis';
import type { ServedIndicator } from '@rf-indicators/core/desk/served/served';
import { points } from '@rf-indicators/core/desk/snapshots/decision';
import type { RowFacts } from '@rf-indicators/core/desk/snapshots/prepare';
import { instant, instantOrNull, offsetInstant } from '@rf-indicators/core/desk/snapshots/wire-instants';
import { decimal, hundredths } from '@rf-indicators/core/desk/snapshots/wire-numbers';

export interface RenderedRow {
  id: string;
  name: string;
  plannerType: string;
  riskBand: string;
  finalScore: number;
  isStale: boolean;
  /** The public members. */
  publicRow: string;
  /** A keyed row without its closing brace, so that a decision object can be appended. */
  openRow: string;
}

export function renderRow(served: ServedIndicator, facts: RowFacts): RenderedRow {
  const row = publicScore(served, facts);
  const more: Omit<ScoreRow, keyof PublicScore | 'rf_decision_object'> = {
    identifiers: plainIdentifiers(served.identifiers),
    confidence: points(facts.confidence),
    framework_version: facts.framework_version,
    score_verified_at: instant(served.verifiedAt),
    next_lapse_at: instantOrNull(facts.next_lapse_at),
    corrected_by: served.correctedBy,
  };
  return {
    id: served.providerId,
    name: served.name,
    plannerType: served.plannerType,
    riskBand: served.riskBand,
    finalScore: served.finalScore,
    isStale: row.stale,
    publicRow: JSON.stringify(row),
    openRow: JSON.stringify({ ...row, ...more }).slice(0, -1),
  };
}

function publicScore(served: ServedIndicator, facts: RowFacts): PublicScore {
  return {
    id: served.providerId,
    name: served.name,
    planner_type: served.plannerType as PublicScore['planner_type'],
    provider_subtype: served.subtype,
    yield_min: decimal(facts.yield_min),
    yield_max: decimal(facts.yield_max),
    final_score: hundredths(served.finalScore),
    risk_band: served.riskBand as PublicScore['risk_band'],
    scored_at: offsetInstant(served.asOf),
    slug: served.slug,
    verification_id: served.verificationId,
    stale: served.staleReason !== null,
    stale_reason: served.staleReason,
    review: wireReview(served.review),
  };
}
