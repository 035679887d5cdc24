// Scores one provider. The result depends on the framework and the inputs alone, which contain the scoring date.

import { div, formatHundredths } from '../arithmetic/fixed.ts';
import { isObject } from '../json/canonical.ts';
import type { PlannerType } from '../methodology/document.ts';
import type { Methodology } from '../methodology/methodology.ts';
import { type CriterionStatus, compute, gateWithoutEvidence, type Trace } from './compute.ts';
import { type Decision, decide } from './decision.ts';
import type { InputError } from './input-errors.ts';
import { readInputs } from './inputs.ts';

/** The canonical result. Members are in canonical order, and every quantity is a string. */
export interface ScoredResult {
  band: string;
  confidence: string;
  coverage: string;
  criteria: {
    contribution: string;
    id: string;
    points: string;
    shortfall: string;
    status: CriterionStatus;
    weight: string;
  }[];
  decision: Decision;
  final_score: string;
  methodology_version: string;
  modules: { id: string; score: string; weight: string }[];
  planner_type: PlannerType;
  provider_id: string;
  scoring_date: string;
  status: 'SCORED';
  uncapped_score: string;
}

export interface NotScoredResult {
  /** GATE_ and the id, in capitals, of the first gate without unexpired evidence. */
  reason: string;
  status: 'NOT_SCORED';
}

export interface InvalidResult {
  errors: InputError[];
  provider_id: string | null;
  status: 'INVALID';
}

export interface Scored {
  status: 'SCORED';
  result: ScoredResult;
  /** The values behind the result, for reasons, commentary and comparisons. */
  trace: Trace;
}

export type Outcome =
  | Scored
  | { status: 'NOT_SCORED'; result: NotScoredResult }
  | { status: 'INVALID'; result: InvalidResult };

export function score(methodology: Methodology, value: unknown): Outcome {
  const inputs = readInputs(methodology, value);
  if (Array.isArray(inputs)) return invalid(value, inputs);
  const gate = gateWithoutEvidence(methodology, inputs);
  if (gate !== null) {
    const reason = `GATE_${gate.toUpperCase()}`;
    return { status: 'NOT_SCORED', result: { reason, status: 'NOT_SCORED' } };
  }
  const trace = compute(methodology, inputs);
  return { status: 'SCORED', result: canonicalResult(trace), trace };
}

export function invalid(value: unknown, errors: InputError[]): Extract<Outcome, { status: 'INVALID' }> {
  const given = isObject(value) ? value.provider_id : null;
  // Cutting can split a surrogate pair, and a lone surrogate has no canonical form.
  const id = typeof given === 'string' ? given.slice(0, 128).toWellFormed() : null;
  return { status: 'INVALID', result: { errors, provider_id: id, status: 'INVALID' } };
}

function canonicalResult(trace: Trace): ScoredResult {
  const { methodology, inputs } = trace;
  return {
    band: trace.band.name,
    confidence: formatHundredths(trace.confidence),
    coverage: formatHundredths(trace.coverage),
    criteria: trace.assessments.map(({ criterion, contribution, points, shortfall, status, weight }) => ({
      contribution: formatHundredths(contribution),
      id: criterion.id,
      points: formatHundredths(points),
      shortfall: formatHundredths(shortfall),
      status,
      weight: formatHundredths(weight),
    })),
    decision: decide(trace),
    final_score: formatHundredths(trace.final),
    methodology_version: methodology.version,
    modules: moduleScores(trace),
    planner_type: inputs.plannerType,
    provider_id: inputs.providerId,
    scoring_date: inputs.scoringDate,
    status: 'SCORED',
    uncapped_score: formatHundredths(trace.uncapped),
  };
}

/** Module scores are for display only: the weighted mean of a module's criteria, rounded down. */
function moduleScores({ methodology, assessments }: Trace): ScoredResult['modules'] {
  const sums = new Array<number>(methodology.modules.length).fill(0);
  const weights = new Array<number>(methodology.modules.length).fill(0);
  for (const { criterion, weight, points } of assessments) {
    sums[criterion.module]! += weight * points;
    weights[criterion.module]! += weight;
  }
  return methodology.modules.map(({ id }, index) => ({
    id,
    score: formatHundredths(div(sums[index]!, weights[index]!)),
    weight: formatHundredths(weights[index]!),
  }));
}
