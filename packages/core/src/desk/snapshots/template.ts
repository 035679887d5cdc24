// The snapshot of an indicator (the response of getScore) as a template. Everything that follows from the computation
// package stands in it as text; what a later act or a setting can change is a hole, which is filled at each read.

import type { CriterionInput, CriterionScore, ScoreSnapshot } from '@rf-indicators/contract';
import {
  type Assessment,
  COMMENTARY_VERSION,
  commentary,
  criterionReason,
  lapsesOf,
  type PackagedInput,
} from '@rf-indicators/engine';
import { startOf } from '../../context/times.ts';
import type { Content, EvidenceFacts } from './content.ts';
import { decisionObject, points } from './decision.ts';
import { HOLE } from './template-form.ts';
import { instantOrNull, offsetInstant } from './wire-instants.ts';
import { decimal, hundredths } from './wire-numbers.ts';

const ESCAPED_HOLE = JSON.stringify(HOLE);
/** Stands for a value of any type until the text is written. */
const hole = HOLE as never;

/** The holes are, in this order, those of `fillTemplate`. */
export function snapshotTemplate(content: Content, evidence: ReadonlyMap<string, EvidenceFacts>): string {
  const { result, provider } = content.package;
  // Identifiers are filled in with the name.
  const snapshot: Omit<ScoreSnapshot, 'identifiers'> = {
    provider_id: provider.id,
    name: hole,
    planner_type: provider.planner_type,
    provider_subtype: hole,
    yield_min: decimal(content.yields.min),
    yield_max: decimal(content.yields.max),
    slug: hole,
    final_score: points(result.final_score),
    risk_band: result.band as ScoreSnapshot['risk_band'],
    uncapped_score: points(result.uncapped_score),
    confidence: points(result.confidence),
    coverage: points(result.coverage),
    framework_version: content.frameworkVersion,
    scored_at: offsetInstant(Date.parse(content.package.as_of)),
    score_verified_at: hole,
    confirmed_by: hole,
    next_lapse_at: instantOrNull(startOf(lapsesOf(content.scored.trace).next)),
    stale: hole,
    stale_reason: hole,
    review: hole,
    rationale: hole,
    disclosures: hole,
    verification_id: hole,
    verify_url: hole,
    corrected_by: hole,
    previous: hole,
    rf_decision_object: decisionObject(content.scored),
    score_commentary: commentary(content.scored),
    commentary_version: COMMENTARY_VERSION,
    modules: result.modules.map((module, index) => ({
      id: module.id,
      label: content.methodology.modules[index]!.label,
      weight: points(module.weight),
      score: points(module.score),
    })),
    criterion_scores: criteriaOf(content).map((assessment) => criterionScore(assessment, content, evidence)),
    contested_inputs: hole,
    methodology_url: hole,
    limitations_disclosure: hole,
  };
  return JSON.stringify(snapshot).replaceAll(ESCAPED_HOLE, HOLE);
}

function criteriaOf({ scored }: Content): readonly Assessment[] {
  return scored.trace.assessments;
}

function criterionScore(
  assessment: Assessment,
  { methodology, package: { inputs } }: Content,
  evidence: ReadonlyMap<string, EvidenceFacts>,
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
    contested: hole,
  };
}

function criterionInput(
  input: PackagedInput,
  unit: string,
  evidence: ReadonlyMap<string, EvidenceFacts>,
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

/** A derived input has no document of its own; what it follows from stands in its place. */
function derivedFrom({ approval }: PackagedInput): EvidenceFacts | null {
  if (!approval || !Array.isArray(approval.from)) return null;
  const bases = (approval.from as string[]).map((id) => id.replaceAll('_', ' '));
  return { kind: 'derived', title: `Derived from ${bases.join(' and ')}`, url: null, page: null };
}
