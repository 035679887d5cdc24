// Results of runs and of the engine in the form that the outlook has on the wire, for tests that compare them.

import type { OutlookStep } from '@rf-indicators/contract';
import type { ComputationPackage, HardCap, ScoredResult } from '@rf-indicators/engine';

type Caps = readonly Pick<HardCap, 'rule_id' | 'name' | 'cap' | 'binding'>[];

export const onDay = (steps: readonly OutlookStep[], day: string) =>
  steps.find(({ from, to }) => from <= day && day <= to)!;

export const figuresOf = (
  result: Pick<ScoredResult, 'final_score' | 'uncapped_score' | 'band' | 'confidence' | 'coverage'>,
  caps: Caps,
) => ({
  state: 'scored',
  final_score: Number(result.final_score),
  uncapped_score: Number(result.uncapped_score),
  risk_band: result.band,
  confidence: Number(result.confidence),
  coverage: Number(result.coverage),
  hard_caps_fired: caps.map(({ rule_id, name, cap, binding }) => ({
    rule_id,
    name,
    cap: Number(cap),
    binding,
  })),
});

/** What the score of a provider follows from, besides its structure. */
export const inputsOf = ({ gates, inputs }: Pick<ComputationPackage, 'gates' | 'inputs'>) =>
  Object.entries({ ...gates, ...inputs })
    .map(([id, { value, grade, evidence_date }]) => [id, value, grade, evidence_date].join())
    .sort();
