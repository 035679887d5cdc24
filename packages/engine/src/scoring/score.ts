// score(methodology, run): the only door to a score. Time is in the run; nothing else is read.

import { div, formatHundredths } from '../arithmetic/fixed.ts';
import { isObject } from '../json/canonical.ts';
import type { PlannerType } from '../methodology/document.ts';
import type { Methodology } from '../methodology/methodology.ts';
import { type CriterionStatus, compute, lapsedGate, type Trace } from './compute.ts';
import { type Decision, decide } from './decision.ts';
import type { InputError } from './input-errors.ts';
import { readRun } from './run.ts';

/** The canonical result. Members stand in canonical order, and every quantity is a string. */
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
  /** GATE_ and the gate's id: which public event was not looked at in time. */
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
  /** The integers behind the result, for reasons, commentary and comparisons. */
  trace: Trace;
}

export type Outcome =
  | Scored
  | { status: 'NOT_SCORED'; result: NotScoredResult }
  | { status: 'INVALID'; result: InvalidResult };

export function score(methodology: Methodology, value: unknown): Outcome {
  const run = readRun(methodology, value);
  if (Array.isArray(run)) return invalid(value, run);
  const gate = lapsedGate(methodology, run);
  if (gate !== null) {
    const reason = `GATE_${gate.toUpperCase()}`;
    return { status: 'NOT_SCORED', result: { reason, status: 'NOT_SCORED' } };
  }
  const trace = compute(methodology, run);
  return { status: 'SCORED', result: canonicalResult(trace), trace };
}

export function invalid(value: unknown, errors: InputError[]): Extract<Outcome, { status: 'INVALID' }> {
  const given = isObject(value) ? value.provider_id : null;
  // A lone surrogate has no canonical bytes, and a cut can make one.
  const id = typeof given === 'string' ? given.slice(0, 128).toWellFormed() : null;
  return { status: 'INVALID', result: { errors, provider_id: id, status: 'INVALID' } };
}

function canonicalResult(trace: Trace): ScoredResult {
  const { methodology, run } = trace;
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
    planner_type: run.plannerType,
    provider_id: run.providerId,
    scoring_date: run.scoringDate,
    status: 'SCORED',
    uncapped_score: formatHundredths(trace.uncapped),
  };
}

/** A module's own score, for display: the weighted mean of its criteria, rounded down. */
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
