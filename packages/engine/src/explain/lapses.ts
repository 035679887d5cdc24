// When the evidence of an indicator begins to count less, and when it no longer counts. Both follow from its dates.

import { dateText } from '../arithmetic/dates.ts';
import type { Criterion, Gate, Methodology } from '../methodology/methodology.ts';
import type { Trace } from '../scoring/compute.ts';
import type { Inputs, Reading } from '../scoring/inputs.ts';

export interface Dated {
  kind: 'criterion' | 'gate';
  id: string;
  isGate: boolean;
  evidenceDate: string;
  /** The first day on which the evidence counts less, as a number; null for a gate that is not a criterion. */
  ages: number | null;
  /** The first day on which it no longer counts. */
  lapses: number;
}

export interface Lapses {
  /** The first day after the score on which evidence begins to count less or no longer counts; null if there is none. */
  next: string | null;
  /** The gate that lapses first, with the day; null if there is none. */
  gate: { kind: Dated['kind']; id: string; evidence_date: string; lapses_on: string } | null;
}

export function lapsesOf({ methodology, inputs }: Pick<Trace, 'methodology' | 'inputs'>): Lapses {
  const dated = datesOf(methodology, inputs);
  const days = dated.flatMap(({ ages, lapses }) => [ages ?? lapses, lapses]);
  const next = Math.min(...days.filter((day) => day > inputs.scoringDay));
  const gate = firstGate(dated);
  return {
    next: next === Number.POSITIVE_INFINITY ? null : dateText(next),
    gate: gate && {
      ...{ kind: gate.kind, id: gate.id, evidence_date: gate.evidenceDate },
      lapses_on: dateText(gate.lapses),
    },
  };
}

export function firstGate(dated: readonly Dated[]): Dated | null {
  const [first] = dated.filter(({ isGate }) => isGate).sort((a, b) => a.lapses - b.lapses);
  return first ?? null;
}

/** Gates first, then the criteria that apply and have evidence, in the order of the framework. */
export function datesOf(methodology: Methodology, inputs: Inputs): Dated[] {
  const gates = methodology.gates.map((gate, at) => datedOf(gate, inputs.gates[at]!, inputs));
  const criteria = methodology
    .applicable(inputs.plannerType, inputs.flagMask)
    .map(({ criterion }) => datedOf(criterion, inputs.criteria[criterion.index]!, inputs));
  return [...gates, ...criteria].flatMap((dated) => dated ?? []);
}

function datedOf(target: Criterion | Gate, reading: Reading | null, { scoringDay }: Inputs): Dated | null {
  const { id, maxAge } = target;
  const isCriterion = 'index' in target;
  const isGate = !isCriterion || target.gate;
  if (reading === null && isGate) throw new Error(`${id} has no evidence, and is a gate.`);
  if (reading === null) return null;
  const day = scoringDay - reading.age;
  return {
    kind: isCriterion ? 'criterion' : 'gate',
    id,
    isGate,
    evidenceDate: reading.evidenceDate,
    ages: isCriterion ? day + maxAge + 1 : null,
    lapses: day + 2 * maxAge,
  };
}
