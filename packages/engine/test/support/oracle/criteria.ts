// Sections 4.2 and 8.2, steps 3 to 6 and 12, in the test oracle: which criteria apply, and each one of them.

import type { MethodologyDocument, PlannerType } from '@rf-indicators/engine';
import {
  compare,
  decimal,
  type Fraction,
  fraction,
  HUNDRED,
  minus,
  ONE,
  over,
  plus,
  roundDown,
  sum,
  times,
  ZERO,
} from '../fraction.ts';
import type { SampleEntry, SampleProvider } from '../framework.ts';
import { apportion } from './apportion.ts';
import { countDays } from './dates.ts';

export type Criterion = MethodologyDocument['criteria'][number];

export function applies(
  criterion: Criterion,
  plannerType: PlannerType,
  flags: Record<string, boolean>,
): boolean {
  if (!criterion.planner_types.includes(plannerType)) return false;
  if (criterion.requires_flag === null) return true;
  return flags[criterion.requires_flag] ?? true;
}

type Status = 'scored' | 'stale' | 'missing' | 'expired';

export interface OracleCriterion {
  criterion: Criterion;
  entry: SampleEntry | undefined;
  age: number;
  status: Status;
  /** Percent of the total. */
  weight: Fraction;
  raw: Fraction;
  freshness: Fraction;
  points: Fraction;
  /** Weight times the points lost, before rounding to hundredths. */
  exactShortfall: Fraction;
  shortfall: Fraction;
  contribution: Fraction;
}

function rawPoints(criterion: Criterion, value: string): Fraction {
  const { input } = criterion;
  if (input.type === 'enum') return decimal(input.options.find(([option]) => option === value)![1]);
  const x = decimal(value);
  const curve = input.breakpoints.map(([at, points]) => ({ at: decimal(at), points: decimal(points) }));
  const first = curve[0]!;
  const last = curve.at(-1)!;
  if (compare(x, first.at) <= 0) return first.points;
  if (compare(x, last.at) >= 0) return last.points;
  const end = curve.findIndex((point) => compare(x, point.at) <= 0);
  const from = curve[end - 1]!;
  const to = curve[end]!;
  const way = over(minus(x, from.at), minus(to.at, from.at));
  return roundDown(plus(from.points, times(minus(to.points, from.points), way)), 2);
}

function freshnessAt(age: number, limit: number): Fraction {
  if (age <= limit) return ONE;
  if (age >= 2 * limit) return ZERO;
  return roundDown(fraction(2 * limit - age, limit), 4);
}

function statusOf(entry: SampleEntry | undefined, age: number, limit: number): Status {
  if (entry === undefined) return 'missing';
  if (age >= 2 * limit) return 'expired';
  return age > limit ? 'stale' : 'scored';
}

export function moduleWeights(document: MethodologyDocument, applicable: Criterion[]): Map<string, Fraction> {
  const weights = new Map<string, Fraction>();
  for (const module of document.modules) {
    const members = applicable.filter((criterion) => criterion.module === module.id);
    const whole = sum(members.map((criterion) => fraction(criterion.weight)));
    const total = fraction(module.weight);
    const shares = members.map((criterion) => over(times(total, fraction(criterion.weight)), whole));
    const given = apportion(total, shares);
    members.forEach((criterion, i) => {
      weights.set(criterion.id, given[i]!);
    });
  }
  return weights;
}

export function assess(criterion: Criterion, weight: Fraction, provider: SampleProvider): OracleCriterion {
  const entry = provider.inputs[criterion.id];
  const age = entry === undefined ? 0 : countDays(provider.scoring_date) - countDays(entry.evidence_date);
  const raw = entry === undefined ? ZERO : rawPoints(criterion, entry.value);
  const freshness = entry === undefined ? ZERO : freshnessAt(age, criterion.max_age_days);
  const points = roundDown(times(raw, freshness), 2);
  return {
    criterion,
    entry,
    age,
    status: statusOf(entry, age, criterion.max_age_days),
    weight,
    raw,
    freshness,
    points,
    exactShortfall: over(times(weight, minus(HUNDRED, points)), HUNDRED),
    shortfall: ZERO,
    contribution: ZERO,
  };
}
