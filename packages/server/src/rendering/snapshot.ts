// Builds the snapshot of one indicator: the full response of getScore.

import type { ContestedValue, CriterionInput, CriterionScore, ScoreSnapshot } from '@rf-indicators/contract';
import type { Contested } from '@rf-indicators/core/desk/inputs/known';
import {
  type Assessment,
  COMMENTARY_VERSION,
  commentary,
  criterionReason,
  type PackagedInput,
} from '@rf-indicators/engine';
import type { Content, EvidenceFacts } from './content.ts';
import { decisionObject, points } from './decision.ts';
import { publicScore } from './rows.ts';
import type { ServedIndicator } from './served.ts';
import { instant } from './wire/instants.ts';
import { hundredths } from './wire/numbers.ts';

export interface SnapshotContext {
  baseUrl: string;
  disclosure: string;
  /** By evidence id. */
  evidence: ReadonlyMap<string, EvidenceFacts>;
  /** The requested time, if the caller asked for a past state. */
  askedAsOf?: number;
}

/** Its numbers are raw JSON and only suitable for JSON.stringify. */
export function snapshotFrom(
  served: ServedIndicator,
  content: Content,
  context: SnapshotContext,
): ScoreSnapshot {
  const { result, provider: packaged } = content.package;
  const { id, final_score, risk_band, scored_at, stale, stale_reason, verification_id, ...provider } =
    publicScore(served, { plannerType: packaged.planner_type, yields: content.yields });
  const criteria = content.scored.trace.assessments;
  const { baseUrl, disclosure, askedAsOf } = context;
  return {
    provider_id: id,
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
    confirmed_by: served.confirmedBy && {
      run: served.confirmedBy.runId,
      confirmed_at: instant(served.confirmedBy.at),
      url: `${baseUrl}/api/public/confirmations/${served.confirmedBy.runId}`,
    },
    stale,
    stale_reason,
    verification_id,
    verify_url: `${baseUrl}/verify`,
    corrected_by: served.correctedBy,
    previous: served.previous && {
      verification_id: served.previous.verificationId,
      final_score: hundredths(served.previous.finalScore),
      risk_band: served.previous.riskBand as ScoreSnapshot['risk_band'],
    },
    rf_decision_object: decisionObject(content.scored),
    score_commentary: commentary(content.scored),
    commentary_version: COMMENTARY_VERSION,
    modules: result.modules.map((module, index) => ({
      id: module.id,
      label: content.methodology.modules[index]!.label,
      weight: points(module.weight),
      score: points(module.score),
    })),
    criterion_scores: criteria.map((assessment) => criterionScore(assessment, content, context, served)),
    contested_inputs: served.contested
      .filter(({ input }) => !criteria.some(({ criterion }) => criterion.id === input))
      .map((contested) => ({ input_id: contested.input, ...contestedValue(contested) })),
    methodology_url: `${baseUrl}/methodology`,
    limitations_disclosure: disclosure,
  };
}

function criterionScore(
  assessment: Assessment,
  { methodology, package: { inputs } }: Content,
  { evidence }: SnapshotContext,
  { contested }: ServedIndicator,
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
    input: input === undefined ? null : criterionInput(input, criterion.unit, evidence),
    reason: criterionReason(assessment),
    contested: contested.filter(({ input: id }) => id === criterion.id).map(contestedValue),
  };
}

function criterionInput(
  input: PackagedInput,
  unit: string,
  evidence: SnapshotContext['evidence'],
): CriterionInput {
  const found = derivedFrom(input) ?? evidence.get(String(input.evidence?.id ?? ''));
  return {
    value: input.value,
    unit,
    evidence_date: input.evidence_date,
    source_grade: input.grade,
    evidence_url: found?.url ?? null,
    evidence_kind: found?.kind ?? null,
    evidence_title: found?.title ?? null,
    evidence_page: found?.page ?? null,
  };
}

function contestedValue({ value, evidence_date, grade, needs }: Contested): ContestedValue {
  return { value, evidence_date, source_grade: grade, needed_grade: needs };
}

/** A derived input has no document of its own; what it follows from stands in its place. */
function derivedFrom({ approval }: PackagedInput): EvidenceFacts | null {
  if (!approval || !Array.isArray(approval.from)) return null;
  const bases = (approval.from as string[]).map((id) => id.replaceAll('_', ' '));
  return { kind: 'derived', title: `Derived from ${bases.join(' and ')}`, url: null, page: null };
}
