// The arithmetic of a score, in integers only, in the order that the methodology prescribes.

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
import type { Reading, Run } from './run.ts';

export type CriterionStatus = 'scored' | 'stale' | 'expired' | 'missing';

/** A criterion that applies, with everything that was worked out for it. */
export interface Assessment {
  criterion: Criterion;
  /** Basis points of the whole. */
  weight: number;
  status: CriterionStatus;
  reading: Reading | null;
  /** Points before ageing. */
  raw: number;
  /** 10000 while fresh, 0 once lapsed. */
  freshness: number;
  /** Points used, after ageing. */
  points: number;
  /** What it costs against a perfect 100. */
  shortfall: number;
  /** What it gives. */
  contribution: number;
}

export interface FiredRule {
  rule: HardRule;
  /** The tier with the lowest cap among those that hold. */
  tier: Tier;
  binding: boolean;
  blocksNextBand: boolean;
  pointImpact: number;
}

/** Every integer behind a result. */
export interface Trace {
  methodology: Methodology;
  run: Run;
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

/** The first gate without live evidence: the service must have looked, or there is no score. */
export function lapsedGate(methodology: Methodology, run: Run): string | null {
  for (const [index, gate] of methodology.gates.entries()) {
    if (isLapsed(run.gates[index]!, gate.maxAge)) return gate.id;
  }
  for (const { criterion } of methodology.applicable(run.plannerType, run.flagMask)) {
    if (criterion.gate && isLapsed(run.inputs[criterion.index]!, criterion.maxAge)) return criterion.id;
  }
  return null;
}

function isLapsed(reading: Reading | null, maxAge: number): boolean {
  return reading === null || reading.age >= 2 * maxAge;
}

export function compute(methodology: Methodology, run: Run): Trace {
  const assessments = methodology
    .applicable(run.plannerType, run.flagMask)
    .map((applicable) => assess(applicable, run.inputs[applicable.criterion.index]!));
  const uncapped = uncappedScore(assessments);
  handOutShortfalls(assessments, uncapped);
  const { confidence, coverage } = measureEvidence(assessments);

  const caps = firedCaps(methodology, run, assessments, confidence);
  const final = caps.reduce((lowest, { tier }) => Math.min(lowest, tier.cap), uncapped);
  const bandIndex = methodology.bands.findIndex((band) => band.lower <= final);
  const nextBand = methodology.bands[bandIndex - 1] ?? null;
  return {
    methodology,
    run,
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

/** Linear between two breakpoints, flat outside them; every term is non-negative, on falling segments too. */
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

/** Full up to the age limit, falling in a line to nothing at twice that. */
export function freshnessOf(age: number, maxAge: number): number {
  if (age <= maxAge) return FULL;
  if (age >= 2 * maxAge) return 0;
  return div(FULL * (2 * maxAge - age), maxAge);
}

/** Rounded once, and down. */
export function uncappedScore(assessments: readonly { weight: number; points: number }[]): number {
  let sum = 0;
  for (const { weight, points } of assessments) sum += weight * points;
  return div(sum, FULL);
}

/** Shortfalls add up to 100.00 less the uncapped score, and with contributions to each weight. */
function handOutShortfalls(assessments: Assessment[], uncapped: number): void {
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
  run: Run,
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
      if (holds(tier.test, run, byCriterion, confidence)) lowest = tier;
    }
    if (lowest !== null) fired.push({ rule, tier: lowest });
  }
  return fired;
}

/** Looks at the last known value, lapsed or not: a bad fact does not heal by growing old. */
function holds(
  test: Test,
  run: Run,
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
      return test.options.has(run.gates[test.gate]!.value);
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

/** The whole effect of the caps stands on the first rule that binds, so that impacts add up. */
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
