// Sections 8.4 and 9 in the test oracle: the texts, and the decision.

import type { MethodologyDocument } from '@rf-indicators/engine';
import {
  compare,
  decimal,
  type Fraction,
  fraction,
  minus,
  ONE,
  show,
  sum,
  times,
  ZERO,
} from '../fraction.ts';
import { indexOfLargest } from './apportion.ts';
import type { Json } from './canonical-text.ts';
import type { OracleCriterion } from './criteria.ts';

function detailOf(assessed: OracleCriterion): string {
  const { criterion, entry, age, status } = assessed;
  const weight = `weight ${show(assessed.weight, 2)} percent`;
  if (entry === undefined) return `No evidence on file; scored 0.00 of 100.00, ${weight}.`;
  const limit = criterion.max_age_days;
  if (status === 'expired') {
    return `Evidence is ${age} days old and lapsed at ${2 * limit}; scored 0.00 of 100.00, ${weight}.`;
  }
  const { input } = criterion;
  const value =
    input.type === 'enum' ? entry.value : `${show(decimal(entry.value), input.scale)} ${criterion.unit}`;
  const raw = `${show(assessed.raw, 2)} of 100.00 points`;
  const scored = `${value}: ${raw}, ${weight}, evidence grade ${entry.grade}, ${age} days old.`;
  if (status === 'scored') return scored;
  return `${scored} Older than ${limit} days; points reduced to ${show(assessed.points, 2)}.`;
}

interface Amount {
  assessed: OracleCriterion;
  amount: Fraction;
}

/** The largest amounts first, picked one at a time so that equal amounts keep their canonical order. */
function largest(candidates: Amount[], count: number): Amount[] {
  const picked = new Set<number>();
  const amounts = candidates.map(({ amount }) => amount);
  while (picked.size < Math.min(count, candidates.length)) picked.add(indexOfLargest(amounts, picked));
  return [...picked].map((i) => candidates[i]!);
}

function factorRows(all: Amount[], candidates: Amount[], count: number, sign: Fraction): Json[] {
  const listed = largest(candidates, count);
  const rest = all.filter((one) => !listed.includes(one) && compare(one.amount, ZERO) > 0);
  const rows = listed.map(({ assessed, amount }) => ({
    criterion_id: assessed.criterion.id,
    criterion_label: assessed.criterion.label,
    detail: detailOf(assessed),
    point_impact: show(times(sign, amount), 2),
  }));
  if (rest.length === 0) return rows;
  const others = {
    criterion_id: 'other',
    criterion_label: 'All other criteria',
    detail: `${rest.length} further criteria.`,
    point_impact: show(times(sign, sum(rest.map(({ amount }) => amount))), 2),
  };
  return [...rows, others];
}

function leadingFactor(sentence: string, rows: Json[]): string {
  const first = rows[0] as { [member: string]: Json } | undefined;
  if (first === undefined || first.criterion_id === 'other') return '';
  return ` ${sentence}: ${first.criterion_label} (${first.point_impact}).`;
}

interface Outcome {
  uncapped: Fraction;
  final: Fraction;
  band: number;
  confidence: Fraction;
  caps: Map<string, Fraction>;
}

export function decisionOf(
  document: MethodologyDocument,
  criteria: OracleCriterion[],
  outcome: Outcome,
): Json {
  const { uncapped, final, band, confidence, caps } = outcome;
  const next = band === 0 ? undefined : document.bands[band - 1]!;
  const isBinding = (cap: Fraction) => compare(cap, final) === 0 && compare(final, uncapped) < 0;
  const firstBinding = [...caps].find(([, cap]) => isBinding(cap));
  const capRows = [...caps].map(([id, cap]) => ({
    binding: isBinding(cap),
    blocks_next_band: next !== undefined && compare(cap, decimal(next[1])) < 0,
    cap: show(cap, 2),
    name: document.hard_rules.find((rule) => rule.id === id)!.name,
    point_impact: show(id === firstBinding?.[0] ? minus(final, uncapped) : ZERO, 2),
    rule_id: id,
  }));

  const pulls = criteria.map((assessed) => ({ assessed, amount: assessed.shortfall }));
  const anchors = criteria.map((assessed) => ({ assessed, amount: assessed.contribution }));
  const strong = decimal(document.floor_factor_min_points);
  const listed = document.listed_factors;
  const ceiling = factorRows(pulls, pulls.filter(isAboveZero), listed, fraction(-1));
  const floor = factorRows(
    anchors,
    anchors.filter(({ assessed }) => compare(assessed.points, strong) >= 0),
    listed,
    ONE,
  );

  const limit =
    firstBinding === undefined
      ? ''
      : ` Hard rule ${firstBinding[0]} limits the score to ${show(firstBinding[1], 2)}; without hard rules it would be ${show(uncapped, 2)}.`;
  const opening = `Risk band ${document.bands[band]![0]}: score ${show(final, 2)} of 100.00, confidence ${show(confidence, 2)}.`;
  const needed = next === undefined ? ZERO : minus(decimal(next[1]), uncapped);
  return {
    ceiling_factors: ceiling,
    floor_factors: floor,
    hard_caps_fired: capRows,
    next_band: next?.[0] ?? null,
    points_to_next_band: next === undefined ? null : show(compare(needed, ZERO) < 0 ? ZERO : needed, 2),
    summary:
      opening + limit + leadingFactor('Largest pull', ceiling) + leadingFactor('Strongest anchor', floor),
  };
}

function isAboveZero({ amount }: Amount): boolean {
  return compare(amount, ZERO) > 0;
}
