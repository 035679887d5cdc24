// Renders the rows of lists as JSON text, once per indicator; lists are joined from these texts.

import type { PublicScore, ScoreRow } from '@rf-indicators/contract';
import type { Content } from './content.ts';
import { decisionObject, points } from './decision.ts';
import type { ServedIndicator } from './served.ts';
import { instant, offsetInstant } from './wire/instants.ts';
import { decimal, hundredths } from './wire/numbers.ts';
import type { Yields } from './yields.ts';

/** The parts of a row that come from the computation package. They do not change while the indicator is current. */
export interface RowFacts {
  plannerType: PublicScore['planner_type'];
  yields: Yields;
  confidence: string;
  frameworkVersion: string;
  /** As JSON text. */
  decision: string;
}

export interface RenderedRow {
  id: string;
  name: string;
  plannerType: string;
  riskBand: string;
  finalScore: number;
  scoredAt: number;
  isStale: boolean;
  changedAt: number;
  /** The public members. */
  publicRow: string;
  /** A keyed row without its closing brace, so that a decision object can be appended. */
  openRow: string;
  decision: string;
}

export function rowFacts({ package: content, frameworkVersion, scored, yields }: Content): RowFacts {
  return {
    plannerType: content.provider.planner_type,
    yields,
    confidence: content.result.confidence,
    frameworkVersion,
    decision: JSON.stringify(decisionObject(scored)),
  };
}

export function renderRow(served: ServedIndicator, facts: RowFacts): RenderedRow {
  const row = publicScore(served, facts);
  const more: Omit<ScoreRow, keyof PublicScore | 'rf_decision_object'> = {
    confidence: points(facts.confidence),
    framework_version: facts.frameworkVersion,
    score_verified_at: instant(served.verifiedAt),
    corrected_by: served.correctedBy,
  };
  return {
    id: served.providerId,
    name: served.name,
    plannerType: facts.plannerType,
    riskBand: served.riskBand,
    finalScore: served.finalScore,
    scoredAt: served.asOf,
    isStale: row.stale,
    changedAt: served.changedAt,
    publicRow: JSON.stringify(row),
    openRow: JSON.stringify({ ...row, ...more }).slice(0, -1),
    decision: facts.decision,
  };
}

export function publicScore(
  served: ServedIndicator,
  { plannerType, yields }: Pick<RowFacts, 'plannerType' | 'yields'>,
): PublicScore {
  return {
    id: served.providerId,
    name: served.name,
    planner_type: plannerType,
    provider_subtype: served.subtype,
    yield_min: decimal(yields.min),
    yield_max: decimal(yields.max),
    final_score: hundredths(served.finalScore),
    risk_band: served.riskBand as PublicScore['risk_band'],
    scored_at: offsetInstant(served.asOf),
    slug: served.slug,
    verification_id: served.verificationId,
    stale: served.staleReason !== null,
    stale_reason: served.staleReason,
  };
}
