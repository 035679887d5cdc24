// Why a score moved: the difference between two results, split into parts that add up to it exactly. The
// first result is turned into the second one step at a time and rescored after each; a part is what its
// step moved, so the parts cannot fail to add up.

import { div, FULL, formatHundredths, parseScaled } from '../arithmetic/fixed.ts';
import { canonicalJson, type JsonValue } from '../json/canonical.ts';
import type { PlannerType } from '../methodology/document.ts';
import type { Criterion, Methodology } from '../methodology/methodology.ts';
import { freshnessOf, rawPoints, uncappedScore } from '../scoring/compute.ts';
import { valueText } from '../scoring/decision.ts';
import type { Reading, Run } from '../scoring/run.ts';
import type { Scored } from '../scoring/score.ts';

export type ChangeKind =
  | 'methodology'
  | 'structure'
  /** A newly disclosed, changed or withdrawn value. */
  | 'value'
  /** The same value on newer evidence. */
  | 'renewal'
  /** The same evidence, grown older. */
  | 'ageing'
  | 'caps';

export interface ChangePart {
  kind: ChangeKind;
  criterion_id: string | null;
  module_id: string | null;
  /** What stood before and after: versions, flags, values or rules; null where there was nothing. */
  before: string | null;
  after: string | null;
  points: string;
}

export interface Change {
  previous_score: string;
  new_score: string;
  previous_band: string;
  new_band: string;
  delta: string;
  /** In the order in which the steps were taken; their points add up to delta. */
  parts: ChangePart[];
}

/** Evidence on one criterion of the later methodology, as it counts at a step. */
interface Standing {
  raw: number;
  freshness: number;
}

const NOTHING: Standing = { raw: 0, freshness: 0 };

export function explainChange(before: Scored, after: Scored): Change {
  const methodology = after.trace.methodology;
  const parts: ChangePart[] = [];
  let score = before.trace.uncapped;
  const moveTo = (next: number, part: Omit<ChangePart, 'points'>, keepZero: boolean) => {
    if (next !== score || keepZero) parts.push({ ...part, points: formatHundredths(next - score) });
    score = next;
  };

  const carried = carryOver(before.trace.run, before.trace.methodology, methodology);
  const standings = methodology.criteria.map((criterion) =>
    standing(criterion, carried.inputs[criterion.index]!),
  );
  if (!sameMethodology(before.trace.methodology, methodology)) {
    const part = {
      kind: 'methodology' as const,
      criterion_id: null,
      module_id: null,
      before: before.trace.methodology.version,
      after: methodology.version,
    };
    moveTo(rescore(methodology, carried.plannerType, carried.flagMask, standings), part, true);
  }

  const run = after.trace.run;
  if (carried.plannerType !== run.plannerType || carried.flagMask !== run.flagMask) {
    const part = {
      kind: 'structure' as const,
      criterion_id: null,
      module_id: null,
      before: structureText(methodology, carried),
      after: structureText(methodology, run),
    };
    moveTo(rescore(methodology, run.plannerType, run.flagMask, standings), part, true);
  }

  for (const { criterion } of after.trace.assessments) {
    const old = carried.inputs[criterion.index]!;
    const now = run.inputs[criterion.index]!;
    const part = {
      criterion_id: criterion.id,
      module_id: methodology.modules[criterion.module]!.id,
      before: old && valueText(criterion, old),
      after: now && valueText(criterion, now),
    };
    const current = () => rescore(methodology, run.plannerType, run.flagMask, standings);
    if (part.before !== part.after) {
      // A value that had no live evidence before is weighed as fresh first; its own age is the next step.
      const was = standings[criterion.index]!;
      const freshness = now === null ? 0 : was.freshness || FULL;
      standings[criterion.index] = now === null ? NOTHING : { raw: rawPoints(criterion, now), freshness };
      moveTo(current(), { kind: 'value', ...part }, true);
    }
    standings[criterion.index] = standing(criterion, now);
    const renewed = old === null || now === null || evidenceDay(carried, old) !== evidenceDay(run, now);
    moveTo(current(), { kind: renewed ? 'renewal' : 'ageing', ...part }, false);
  }

  const capsBefore = before.trace.final - before.trace.uncapped;
  const rulesBefore = firedRules(before);
  const rulesAfter = firedRules(after);
  const caps = {
    kind: 'caps' as const,
    criterion_id: null,
    module_id: null,
    before: rulesBefore,
    after: rulesAfter,
  };
  moveTo(score + (after.trace.final - after.trace.uncapped - capsBefore), caps, rulesBefore !== rulesAfter);

  return {
    previous_score: before.result.final_score,
    new_score: after.result.final_score,
    previous_band: before.result.band,
    new_band: after.result.band,
    delta: formatHundredths(after.trace.final - before.trace.final),
    parts,
  };
}

function sameMethodology(a: Methodology, b: Methodology): boolean {
  if (a === b) return true;
  const [left, right] = [a.document, b.document] as unknown as [JsonValue, JsonValue];
  return canonicalJson(left) === canonicalJson(right);
}

function rescore(
  methodology: Methodology,
  plannerType: PlannerType,
  flagMask: number,
  standings: readonly Standing[],
): number {
  return uncappedScore(
    methodology.applicable(plannerType, flagMask).map(({ criterion, weight }) => {
      const { raw, freshness } = standings[criterion.index]!;
      return { weight, points: div(raw * freshness, FULL) };
    }),
  );
}

function standing(criterion: Criterion, reading: Reading | null): Standing {
  if (reading === null) return NOTHING;
  return { raw: rawPoints(criterion, reading), freshness: freshnessOf(reading.age, criterion.maxAge) };
}

/** The earlier run as the later methodology would read it; a value it has no place for is left out. */
function carryOver(run: Run, from: Methodology, to: Methodology): Run {
  if (from === to) return run;
  const inputs = to.criteria.map((criterion) => {
    const old = from.criterionById.get(criterion.id);
    const reading = old ? run.inputs[old.index]! : null;
    return reading && reread(criterion, old!, reading);
  });
  let flagMask = 0;
  for (const [flag, bit] of to.flagBits) {
    const oldBit = from.flagBits.get(flag);
    if (oldBit === undefined || div(run.flagMask, oldBit) % 2 === 1) flagMask += bit;
  }
  return { ...run, flagMask, inputs };
}

function reread(criterion: Criterion, old: Criterion, reading: Reading): Reading | null {
  const { input } = criterion;
  if (input.kind !== old.input.kind) return null;
  if (input.kind === 'enum') return input.points.has(reading.value) ? reading : null;
  const amount = parseScaled(reading.value, input.scale);
  return amount === null ? null : { ...reading, amount };
}

function evidenceDay(run: Run, reading: Reading): number {
  return run.scoringDay - reading.age;
}

function structureText(methodology: Methodology, run: Run): string {
  const set = [...methodology.flagBits].filter(([, bit]) => div(run.flagMask, bit) % 2 === 1);
  return [run.plannerType, ...set.map(([flag]) => flag)].join(' ');
}

function firedRules({ trace }: Scored): string | null {
  if (trace.fired.length === 0) return null;
  return trace.fired.map(({ rule, tier }) => `${rule.id} ${formatHundredths(tier.cap)}`).join(', ');
}
