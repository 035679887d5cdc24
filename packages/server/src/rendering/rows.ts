// Renders the rows of lists as JSON text, once per indicator; lists are joined from these texts.

import type { PublicScore, ScoreRow } from '@rf-indicators/contract';
import type { Content } from './content.ts';
import { decisionObject, points } from './decision.ts';
import type { ServedIndicator } from './served.ts';
import { instant, offsetInstant } from './wire/instants.ts';
import { decimal, hundredths } from './wire/numbers.ts';

/** The parts of a row that come from the computation package. They do not change while the indicator is current. */
export interface RowFacts {
  plannerType: PublicScore['planner_type'];
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
  changedAt: number;
  /** The nine public fields. */
  publicRow: string;
  /** A keyed row without its closing brace, so that a decision object can be appended. */
  openRow: string;
  decision: string;
}

export function rowFacts({ package: content, frameworkVersion, scored }: Content): RowFacts {
  return {
    plannerType: content.provider.planner_type,
    confidence: content.result.confidence,
    frameworkVersion,
    decision: JSON.stringify(decisionObject(scored)),
  };
}

export function renderRow(served: ServedIndicator, facts: RowFacts): RenderedRow {
  const row = publicScore(served, facts.plannerType);
  const more: Omit<ScoreRow, keyof PublicScore | 'rf_decision_object'> = {
    slug: served.slug,
    confidence: points(facts.confidence),
    framework_version: facts.frameworkVersion,
    score_verified_at: instant(served.verifiedAt),
    verification_id: served.verificationId,
    stale: served.staleReason !== null,
    stale_reason: served.staleReason,
    corrected_by: served.correctedBy,
  };
  return {
    id: served.providerId,
    name: served.name,
    plannerType: facts.plannerType,
    riskBand: served.riskBand,
    finalScore: served.finalScore,
    scoredAt: served.asOf,
    changedAt: served.changedAt,
    publicRow: JSON.stringify(row),
    openRow: JSON.stringify({ ...row, ...more }).slice(0, -1),
    decision: facts.decision,
  };
}

export function publicScore(served: ServedIndicator, plannerType: PublicScore['planner_type']): PublicScore {
  return {
    id: served.providerId,
    name: served.name,
    planner_type: plannerType,
    provider_subtype: served.subtype,
    yield_min: decimal(served.yieldMin),
    yield_max: decimal(served.yieldMax),
    final_score: hundredths(served.finalScore),
    risk_band: served.riskBand as PublicScore['risk_band'],
    scored_at: offsetInstant(served.asOf),
  };
}
