// Builds the snapshot of one indicator: the full response of getScore.

import type { CriterionScore, ScoreSnapshot } from '@rf-indicators/contract';
import { type Assessment, commentary, criterionReason } from '@rf-indicators/engine';
import type { Content } from './content.ts';
import { decisionObject, points } from './decision.ts';
import { publicScore } from './rows.ts';
import type { ServedIndicator } from './served.ts';
import { instant } from './wire/instants.ts';
import { hundredths } from './wire/numbers.ts';

export interface SnapshotContext {
  baseUrl: string;
  disclosure: string;
  /** URLs of the evidence, by evidence id. */
  addresses: ReadonlyMap<string, string>;
  /** The requested time, if the caller asked for a past state. */
  askedAsOf?: number;
}

/** Its numbers are raw JSON and only suitable for JSON.stringify. */
export function snapshotFrom(
  served: ServedIndicator,
  content: Content,
  context: SnapshotContext,
): ScoreSnapshot {
  const { id, final_score, risk_band, scored_at, ...provider } = publicScore(
    served,
    content.package.provider.planner_type,
  );
  const { result } = content.package;
  const { baseUrl, disclosure, askedAsOf } = context;
  return {
    provider_id: id,
    slug: served.slug,
    ...provider,
    final_score,
    risk_band,
    uncapped_score: points(result.uncapped_score),
    confidence: points(result.confidence),
    coverage: points(result.coverage),
    framework_version: content.frameworkVersion,
    scored_at,
    score_verified_at: instant(served.verifiedAt),
    ...(askedAsOf === undefined ? {} : { as_of: instant(askedAsOf) }),
    stale: served.staleReason !== null,
    stale_reason: served.staleReason,
    verification_id: served.verificationId,
    verify_url: `${baseUrl}/verify`,
    corrected_by: served.correctedBy,
    previous: served.previous && {
      verification_id: served.previous.verificationId,
      final_score: hundredths(served.previous.finalScore),
      risk_band: served.previous.riskBand as ScoreSnapshot['risk_band'],
    },
    rf_decision_object: decisionObject(content.scored),
    score_commentary: commentary(content.scored),
    modules: result.modules.map((module, index) => ({
      id: module.id,
      label: content.methodology.modules[index]!.label,
      weight: points(module.weight),
      score: points(module.score),
    })),
    criterion_scores: content.scored.trace.assessments.map((assessment) =>
      criterionScore(assessment, content, context),
    ),
    methodology_url: `${baseUrl}/methodology`,
    limitations_disclosure: disclosure,
  };
}

function criterionScore(
  assessment: Assessment,
  { methodology, package: { inputs } }: Content,
  { addresses }: SnapshotContext,
): CriterionScore {
  const { criterion, reading, freshness } = assessment;
  const module = methodology.modules[criterion.module]!;
  const input = inputs[criterion.id];
  return {
    criterion_id: criterion.id,
    criterion_label: criterion.label,
    module_id: module.id,
    module_label: module.label,
    score: hundredths(assessment.points),
    weight: hundredths(assessment.weight),
    contribution: hundredths(assessment.contribution),
    point_impact: hundredths(0 - assessment.shortfall),
    // Percent of full confidence times ten-thousandths of freshness, rounded down.
    confidence: hundredths(reading === null ? 0 : Math.floor((reading.gradePercent * freshness) / 10_000)),
    status: assessment.status,
    input:
      input === undefined
        ? null
        : {
            value: input.value,
            unit: criterion.unit,
            evidence_date: input.evidence_date,
            source_grade: input.grade,
            evidence_url: addresses.get(String(input.evidence?.id ?? '')) ?? null,
          },
    reason: criterionReason(assessment),
  };
}
