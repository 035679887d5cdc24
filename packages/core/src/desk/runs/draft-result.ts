// The full result of an item of a draft, for people who decide on an indicator without an earlier one to compare with.

import {
  type Assessment,
  type ComputationPackage,
  type CriterionStatus,
  type FiredRule,
  formatHundredths,
  type Methodology,
} from '@rf-indicators/engine';
import { rescore } from './current-indicators.ts';

export interface DraftResult {
  final_score: string;
  uncapped_score: string;
  band: string;
  /** The share of the weight that has unexpired evidence. */
  coverage: string;
  /** Evidence quality. */
  confidence: string;
  /** In the order of the framework. */
  modules: { id: string; label: string }[];
  criteria: DraftCriterion[];
  gates: { id: string; value: string; grade: string; evidence_date: string }[];
  caps: { rule: string; name: string; cap: string; binding: boolean }[];
  /** Criteria without evidence, or with expired evidence. */
  missing: string[];
}

export interface DraftCriterion {
  id: string;
  label: string;
  module_id: string;
  value: string | null;
  score: string;
  weight: string;
  contribution: string;
  /** Points that it loses; with the contribution they add up to its weight. */
  lost: string;
  status: CriterionStatus;
  grade: string | null;
  evidence_date: string | null;
  /** Evidence quality. */
  confidence: string;
}

export function draftResult(methodology: Methodology, content: ComputationPackage): DraftResult {
  const { result, trace } = rescore(methodology, content);
  return {
    final_score: result.final_score,
    uncapped_score: result.uncapped_score,
    band: result.band,
    coverage: result.coverage,
    confidence: result.confidence,
    modules: methodology.modules.map(({ id, label }) => ({ id, label })),
    criteria: trace.assessments.map((assessment) => criterionOf(methodology, assessment)),
    gates: Object.entries(content.gates).map(([id, { value, grade, evidence_date }]) => ({
      ...{ id, value, grade, evidence_date },
    })),
    caps: trace.fired.map(capOf),
    missing: trace.assessments
      .filter(({ status }) => status === 'missing' || status === 'expired')
      .map(({ criterion }) => criterion.id),
  };
}

function criterionOf(methodology: Methodology, assessment: Assessment): DraftCriterion {
  const { criterion, reading, freshness } = assessment;
  return {
    id: criterion.id,
    label: criterion.label,
    module_id: methodology.modules[criterion.module]!.id,
    value: reading?.value ?? null,
    score: formatHundredths(assessment.points),
    weight: formatHundredths(assessment.weight),
    contribution: formatHundredths(assessment.contribution),
    lost: formatHundredths(assessment.shortfall),
    status: assessment.status,
    grade: reading?.grade ?? null,
    evidence_date: reading?.evidenceDate ?? null,
    // As in snapshots: the percent of the grade times ten-thousandths of freshness, rounded down.
    confidence: formatHundredths(
      reading === null ? 0 : Math.floor((reading.gradePercent * freshness) / 10_000),
    ),
  };
}

function capOf({ rule, tier, binding }: FiredRule): DraftResult['caps'][number] {
  return { rule: rule.id, name: rule.name, cap: formatHundredths(tier.cap), binding };
}
