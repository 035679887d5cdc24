// The decision object: the factors that lower a score, those that support it, and what the next band requires.

import { formatHundredths, formatScaled } from '../arithmetic/fixed.ts';
import type { Criterion } from '../methodology/methodology.ts';
import type { Assessment, Trace } from './compute.ts';
import type { Reading } from './inputs.ts';

export interface Factor {
  criterion_id: string;
  criterion_label: string;
  detail: string;
  point_impact: string;
}

export interface HardCap {
  binding: boolean;
  blocks_next_band: boolean;
  cap: string;
  name: string;
  point_impact: string;
  rule_id: string;
}

export interface Decision {
  ceiling_factors: Factor[];
  floor_factors: Factor[];
  hard_caps_fired: HardCap[];
  next_band: string | null;
  points_to_next_band: string | null;
  summary: string;
}

export function decide(trace: Trace): Decision {
  const { assessments, methodology, nextBand, pointsToNextBand } = trace;
  const ceiling = listFactors(trace, assessments, ({ shortfall }) => -shortfall);
  const anchors = assessments.filter(({ points }) => points >= methodology.floorMinPoints);
  const floor = listFactors(trace, anchors, ({ contribution }) => contribution);
  return {
    ceiling_factors: ceiling.factors,
    floor_factors: floor.factors,
    hard_caps_fired: trace.fired.map(({ rule, tier, binding, blocksNextBand, pointImpact }) => ({
      binding,
      blocks_next_band: blocksNextBand,
      cap: formatHundredths(tier.cap),
      name: rule.name,
      point_impact: formatHundredths(pointImpact),
      rule_id: rule.id,
    })),
    next_band: nextBand?.name ?? null,
    points_to_next_band: pointsToNextBand === null ? null : formatHundredths(pointsToNextBand),
    summary: summarise(trace, ceiling.largest, floor.largest),
  };
}

/**
 * The candidates with the largest impacts, then one row for all other criteria of the provider, so that the
 * rows add up to the total.
 */
function listFactors(
  { assessments, methodology }: Trace,
  candidates: readonly Assessment[],
  impactOf: (assessment: Assessment) => number,
): { factors: Factor[]; largest: Factor | null } {
  const listed = candidates
    .filter((assessment) => impactOf(assessment) !== 0)
    .sort((a, b) => Math.abs(impactOf(b)) - Math.abs(impactOf(a)))
    .slice(0, methodology.listedFactors);
  const factors = listed.map((assessment) => ({
    criterion_id: assessment.criterion.id,
    criterion_label: assessment.criterion.label,
    detail: criterionDetail(assessment),
    point_impact: formatHundredths(impactOf(assessment)),
  }));
  const largest = factors[0] ?? null;
  let others = 0;
  let rest = 0;
  for (const assessment of assessments) {
    const impact = impactOf(assessment);
    if (impact === 0 || listed.includes(assessment)) continue;
    others += 1;
    rest += impact;
  }
  if (rest !== 0) {
    factors.push({
      criterion_id: 'other',
      criterion_label: 'All other criteria',
      detail: `${others} further criteria.`,
      point_impact: formatHundredths(rest),
    });
  }
  return { factors, largest };
}

/** One sentence on how a criterion was scored. */
export function criterionDetail({ criterion, weight, status, reading, raw, points }: Assessment): string {
  const share = formatHundredths(weight);
  if (reading === null) return `No evidence on file; scored 0.00 of 100.00, weight ${share} percent.`;
  const { age, grade } = reading;
  if (status === 'expired') {
    return `Evidence is ${age} days old and lapsed at ${2 * criterion.maxAge}; scored 0.00 of 100.00, weight ${share} percent.`;
  }
  const { input } = criterion;
  const value =
    input.kind === 'number'
      ? `${formatScaled(reading.amount, input.scale)} ${criterion.unit}`
      : reading.value;
  const scored = `${value}: ${formatHundredths(raw)} of 100.00 points, weight ${share} percent, evidence grade ${grade}, ${age} days old.`;
  if (status === 'scored') return scored;
  return `${scored} Older than ${criterion.maxAge} days; points reduced to ${formatHundredths(points)}.`;
}

/** A reading as text: a number with the criterion's decimals and unit, or the option. */
export function valueText({ input, unit }: Criterion, reading: Reading): string {
  return input.kind === 'number' ? `${formatScaled(reading.amount, input.scale)} ${unit}` : reading.value;
}

function summarise(trace: Trace, pull: Factor | null, anchor: Factor | null): string {
  const { band, final, uncapped, confidence, fired } = trace;
  let summary = `Risk band ${band.name}: score ${formatHundredths(final)} of 100.00, confidence ${formatHundredths(confidence)}.`;
  const limit = fired.find(({ binding }) => binding);
  if (limit) {
    summary += ` Hard rule ${limit.rule.id} limits the score to ${formatHundredths(limit.tier.cap)}; without hard rules it would be ${formatHundredths(uncapped)}.`;
  }
  if (pull) summary += ` Largest pull: ${pull.criterion_label} (${pull.point_impact}).`;
  if (anchor) summary += ` Strongest anchor: ${anchor.criterion_label} (${anchor.point_impact}).`;
  return summary;
}
