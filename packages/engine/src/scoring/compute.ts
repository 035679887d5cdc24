// Computes a score in integer arithmetic, in the order that the framework prescribes.

import { apportion, div, FULL } from '../arithmetic/fixed.ts';
import type { ComparisonOperator } from '../methodology/document.ts';
import type {
  Applicable,
  Band,
  Criterion,
  HardRule,
  Methodology,
  NumberScale,
  Test,
  Tier,
} from '../methodology/methodology.ts';
import type { Inputs, Reading } from './inputs.ts';

export type CriterionStatus = 'scored' | 'stale' | 'expired' | 'missing';

/** An applicable criterion with every value computed for it. */
export interface Assessment {
  criterion: Criterion;
  /** Basis points of the whole. */
  weight: number;
  status: CriterionStatus;
  reading: Reading | null;
  /** Points before ageing. */
  raw: number;
  /** 10000 while the evidence is fresh, 0 once it has expired. */
  freshness: number;
  /** Points used, after ageing. */
  points: number;
  /** Points lost against a perfect 100.00. */
  shortfall: number;
  /** Points added to the score. */
  contribution: number;
}

export interface FiredRule {
  rule: HardRule;
  /** Of the tiers whose condition holds, the one with the lowest cap. */
  tier: Tier;
  binding: boolean;
  blocksNextBand: boolean;
  pointImpact: number;
}

/** Every value behind a result. */
export interface Trace {
  methodology: Methodology;
  inputs: Inputs;
  assessments: Assessment[];
  uncapped: number;
  final: number;
  confidence: number;
  coverage: number;
  band: Band;
  nextBand: Band | null;
  pointsToNextBand: number | null;
  fired: FiredRule[];
}

/** The first gate without unexpired evidence. The service must have checked every gate, or there is no score. */
export function gateWithoutEvidence(methodology: Methodology, inputs: Inputs): string | null {
  for (const [index, gate] of methodology.gates.entries()) {
    if (lacksEvidence(inputs.gates[index]!, gate.maxAge)) return gate.id;
  }
  for (const { criterion } of methodology.applicable(inputs.plannerType, inputs.flagMask)) {
    if (criterion.gate && lacksEvidence(inputs.criteria[criterion.index]!, criterion.maxAge))
      return criterion.id;
  }
  return null;
}

function lacksEvidence(reading: Reading | null, maxAge: number): boolean {
  return reading === null || reading.age >= 2 * maxAge;
}

export function compute(methodology: Methodology, inputs: Inputs): Trace {
  const assessments = methodology
    .applicable(inputs.plannerType, inputs.flagMask)
    .map((applicable) => assess(applicable, inputs.criteria[applicable.criterion.index]!));
  const uncapped = uncappedScore(assessments);
  apportionShortfalls(assessments, uncapped);
  const { confidence, coverage } = measureEvidence(assessments);

  const caps = firedCaps(methodology, inputs, assessments, confidence);
  const final = caps.reduce((lowest, { tier }) => Math.min(lowest, tier.cap), uncapped);
  const bandIndex = methodology.bands.findIndex((band) => band.lower <= final);
  const nextBand = methodology.bands[bandIndex - 1] ?? null;
  return {
    methodology,
    inputs,
    assessments,
    uncapped,
    final,
    confidence,
    coverage,
    band: methodology.bands[bandIndex]!,
    nextBand,
    pointsToNextBand: nextBand && Math.max(0, nextBand.lower - uncapped),
    fired: describeCaps(caps, uncapped, final, nextBand),
  };
}

function assess({ criterion, weight }: Applicable, reading: Reading | null): Assessment {
  const raw = reading === null ? 0 : rawPoints(criterion, reading);
  const freshness = reading === null ? 0 : freshnessOf(reading.age, criterion.maxAge);
  return {
    criterion,
    weight,
    status: statusOf(reading, freshness),
    reading,
    raw,
    freshness,
    points: div(raw * freshness, FULL),
    shortfall: 0,
    contribution: 0,
  };
}

function statusOf(reading: Reading | null, freshness: number): CriterionStatus {
  if (reading === null) return 'missing';
  if (freshness === 0) return 'expired';
  return freshness < FULL ? 'stale' : 'scored';
}

export function rawPoints(criterion: Criterion, reading: Reading): number {
  const { input } = criterion;
  return input.kind === 'enum' ? input.points.get(reading.value)! : interpolate(input, reading.amount);
}

/** Linear between breakpoints and flat outside them. Every term is non-negative, even on falling segments. */
function interpolate({ inputs, points }: NumberScale, x: number): number {
  const last = inputs.length - 1;
  if (x <= inputs[0]!) return points[0]!;
  if (x >= inputs[last]!) return points[last]!;
  let upper = 1;
  while (x > inputs[upper]!) upper += 1;
  const x0 = inputs[upper - 1]!;
  const x1 = inputs[upper]!;
  return div(points[upper - 1]! * (x1 - x) + points[upper]! * (x - x0), x1 - x0);
}

/** Full up to the age limit, then falling linearly to 0 at twice that age. */
export function freshnessOf(age: number, maxAge: number): number {
  if (age <= maxAge) return FULL;
  if (age >= 2 * maxAge) return 0;
  return div(FULL * (2 * maxAge - age), maxAge);
}

/** The weighted mean of the points, rounded down once at the end. */
export function uncappedScore(assessments: readonly { weight: number; points: number }[]): number {
  let sum = 0;
  for (const { weight, points } of assessments) sum += weight * points;
  return div(sum, FULL);
}

/** All shortfalls add up to 100.00 minus the uncapped score; shortfall plus contribution is the weight. */
function apportionShortfalls(assessments: Assessment[], uncapped: number): void {
  const shortfalls = apportion(
    FULL - uncapped,
    assessments.map(({ weight, points }) => weight * (FULL - points)),
    FULL,
  );
  for (const [index, assessment] of assessments.entries()) {
    assessment.shortfall = shortfalls[index]!;
    assessment.contribution = assessment.weight - assessment.shortfall;
  }
}

function measureEvidence(assessments: readonly Assessment[]): { confidence: number; coverage: number } {
  let confidence = 0;
  let coverage = 0;
  for (const { weight, reading, freshness } of assessments) {
    if (reading === null || freshness === 0) continue;
    confidence += weight * reading.gradePercent * freshness;
    coverage += weight;
  }
  return { confidence: div(confidence, 100_000_000), coverage: div(coverage, 100) };
}

interface Cap {
  rule: HardRule;
  tier: Tier;
}

function firedCaps(
  methodology: Methodology,
  inputs: Inputs,
  assessments: readonly Assessment[],
  confidence: number,
): Cap[] {
  const byCriterion: (Assessment | undefined)[] = new Array(methodology.criteria.length);
  for (const assessment of assessments) byCriterion[assessment.criterion.index] = assessment;
  const fired: Cap[] = [];
  for (const rule of methodology.rules) {
    let lowest: Tier | null = null;
    for (const tier of rule.tiers) {
      if (lowest !== null && lowest.cap <= tier.cap) continue;
      if (holds(tier.test, inputs, byCriterion, confidence)) lowest = tier;
    }
    if (lowest !== null) fired.push({ rule, tier: lowest });
  }
  return fired;
}

/** Uses the last known value even if its evidence has expired: a bad fact does not improve with age. */
function holds(
  test: Test,
  inputs: Inputs,
  byCriterion: readonly (Assessment | undefined)[],
  confidence: number,
): boolean {
  switch (test.kind) {
    case 'number': {
      const reading = byCriterion[test.criterion]?.reading;
      return reading ? compares(reading.amount, test.op, test.value) : false;
    }
    case 'option': {
      const reading = byCriterion[test.criterion]?.reading;
      return reading ? test.options.has(reading.value) : false;
    }
    case 'gate':
      return test.options.has(inputs.gates[test.gate]!.value);
    case 'confidence':
      return compares(confidence, test.op, test.value);
    case 'any_missing':
      return test.criteria.some((index) => byCriterion[index]?.freshness === 0);
  }
}

function compares(left: number, op: ComparisonOperator, right: number): boolean {
  if (op === 'lt') return left < right;
  if (op === 'le') return left <= right;
  if (op === 'gt') return left > right;
  return left >= right;
}

/** Attributes the whole effect of the caps to the first binding rule, so that point impacts add up. */
function describeCaps(
  caps: readonly Cap[],
  uncapped: number,
  final: number,
  nextBand: Band | null,
): FiredRule[] {
  let unexplained = final - uncapped;
  return caps.map(({ rule, tier }) => {
    const binding = tier.cap === final && final < uncapped;
    const pointImpact = binding ? unexplained : 0;
    if (binding) unexplained = 0;
    const blocksNextBand = nextBand !== null && tier.cap < nextBand.lower;
    return { rule, tier, binding, blocksNextBand, pointImpact };
  });
}
