// Explains why a score changed, as parts that add up to the difference exactly: the first result is turned into
// the second step by step, and each part is the change in score after one step.

import { div, FULL, formatHundredths, parseScaled } from '../arithmetic/fixed.ts';
import { canonicalJson, type JsonValue } from '../json/canonical.ts';
import type { PlannerType } from '../methodology/document.ts';
import type { Criterion, Methodology } from '../methodology/methodology.ts';
import { freshnessOf, rawPoints, uncappedScore } from '../scoring/compute.ts';
import { valueText } from '../scoring/decision.ts';
import type { Inputs, Reading } from '../scoring/inputs.ts';
import type { Scored } from '../scoring/score.ts';

export type ChangeKind =
  | 'methodology'
  | 'structure'
  /** A newly disclosed, changed or withdrawn value. */
  | 'value'
  /** The same value on newer evidence. */
  | 'renewal'
  /** The same evidence, now older. */
  | 'ageing'
  | 'caps';

export interface ChangePart {
  kind: ChangeKind;
  criterion_id: string | null;
  module_id: string | null;
  /** Versions, flags, values or rules before and after the change; null if there were none. */
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

/** How the evidence on one criterion of the later framework counts at a step. */
interface EvidenceState {
  raw: number;
  freshness: number;
}

const NO_EVIDENCE: EvidenceState = { raw: 0, freshness: 0 };

export function explainChange(before: Scored, after: Scored): Change {
  const methodology = after.trace.methodology;
  const parts: ChangePart[] = [];
  let score = before.trace.uncapped;
  const moveTo = (next: number, part: Omit<ChangePart, 'points'>, keepZero: boolean) => {
    if (next !== score || keepZero) parts.push({ ...part, points: formatHundredths(next - score) });
    score = next;
  };

  const carried = carryOver(before.trace.inputs, before.trace.methodology, methodology);
  const states = methodology.criteria.map((criterion) =>
    evidenceState(criterion, carried.criteria[criterion.index]!),
  );
  if (!sameMethodology(before.trace.methodology, methodology)) {
    const part = {
      kind: 'methodology' as const,
      criterion_id: null,
      module_id: null,
      before: before.trace.methodology.version,
      after: methodology.version,
    };
    moveTo(rescore(methodology, carried.plannerType, carried.flagMask, states), part, true);
  }

  const inputs = after.trace.inputs;
  if (carried.plannerType !== inputs.plannerType || carried.flagMask !== inputs.flagMask) {
    const part = {
      kind: 'structure' as const,
      criterion_id: null,
      module_id: null,
      before: structureText(methodology, carried),
      after: structureText(methodology, inputs),
    };
    moveTo(rescore(methodology, inputs.plannerType, inputs.flagMask, states), part, true);
  }

  for (const { criterion } of after.trace.assessments) {
    const old = carried.criteria[criterion.index]!;
    const now = inputs.criteria[criterion.index]!;
    const part = {
      criterion_id: criterion.id,
      module_id: methodology.modules[criterion.module]!.id,
      before: old && valueText(criterion, old),
      after: now && valueText(criterion, now),
    };
    const current = () => rescore(methodology, inputs.plannerType, inputs.flagMask, states);
    if (part.before !== part.after) {
      // A value without unexpired evidence before counts as fresh in this step; its age is the next step.
      const was = states[criterion.index]!;
      const freshness = now === null ? 0 : was.freshness || FULL;
      states[criterion.index] = now === null ? NO_EVIDENCE : { raw: rawPoints(criterion, now), freshness };
      moveTo(current(), { kind: 'value', ...part }, true);
    }
    states[criterion.index] = evidenceState(criterion, now);
    const renewed = old === null || now === null || evidenceDay(carried, old) !== evidenceDay(inputs, now);
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
  states: readonly EvidenceState[],
): number {
  return uncappedScore(
    methodology.applicable(plannerType, flagMask).map(({ criterion, weight }) => {
      const { raw, freshness } = states[criterion.index]!;
      return { weight, points: div(raw * freshness, FULL) };
    }),
  );
}

function evidenceState(criterion: Criterion, reading: Reading | null): EvidenceState {
  if (reading === null) return NO_EVIDENCE;
  return { raw: rawPoints(criterion, reading), freshness: freshnessOf(reading.age, criterion.maxAge) };
}

/** The earlier inputs as the later framework reads them, without values that it has no criterion for. */
function carryOver(inputs: Inputs, from: Methodology, to: Methodology): Inputs {
  if (from === to) return inputs;
  const criteria = to.criteria.map((criterion) => {
    const old = from.criterionById.get(criterion.id);
    const reading = old ? inputs.criteria[old.index]! : null;
    return reading && reread(criterion, old!, reading);
  });
  let flagMask = 0;
  for (const [flag, bit] of to.flagBits) {
    const oldBit = from.flagBits.get(flag);
    if (oldBit === undefined || div(inputs.flagMask, oldBit) % 2 === 1) flagMask += bit;
  }
  return { ...inputs, flagMask, criteria };
}

function reread(criterion: Criterion, old: Criterion, reading: Reading): Reading | null {
  const { input } = criterion;
  if (input.kind !== old.input.kind) return null;
  if (input.kind === 'enum') return input.points.has(reading.value) ? reading : null;
  const amount = parseScaled(reading.value, input.scale);
  return amount === null ? null : { ...reading, amount };
}

function evidenceDay(inputs: Inputs, reading: Reading): number {
  return inputs.scoringDay - reading.age;
}

function structureText(methodology: Methodology, inputs: Inputs): string {
  const set = [...methodology.flagBits].filter(([, bit]) => div(inputs.flagMask, bit) % 2 === 1);
  return [inputs.plannerType, ...set.map(([flag]) => flag)].join(' ');
}

function firedRules({ trace }: Scored): string | null {
  if (trace.fired.length === 0) return null;
  return trace.fired.map(({ rule, tier }) => `${rule.id} ${formatHundredths(tier.cap)}`).join(', ');
}
