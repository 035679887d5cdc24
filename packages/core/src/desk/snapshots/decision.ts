// Builds the decision object of the API from the engine's: numbers instead of text, and a sentence for each cap.

import type { DecisionObject } from '@rf-indicators/contract';
import { capDetail, type Factor, type Scored } from '@rf-indicators/engine';
import { decimal } from './wire-numbers.ts';

export function decisionObject({ result, trace }: Scored): DecisionObject {
  const { decision } = result;
  return {
    summary: decision.summary,
    ceiling_factors: decision.ceiling_factors.map(factor),
    floor_factors: decision.floor_factors.map(factor),
    hard_caps_fired: decision.hard_caps_fired.map((cap, index) => ({
      rule_id: cap.rule_id,
      name: cap.name,
      cap: points(cap.cap),
      binding: cap.binding,
      blocks_next_band: cap.blocks_next_band,
      point_impact: points(cap.point_impact),
      detail: capDetail(trace, trace.fired[index]!),
    })),
    points_to_next_band: points(decision.points_to_next_band ?? '0.00'),
    // In the lowest-risk band there is no next band.
    ...(decision.next_band === null
      ? {}
      : { next_band: decision.next_band as DecisionObject['next_band'] & string }),
    in_lowest_risk_band: decision.next_band === null,
  };
}

function factor({ criterion_id, criterion_label, point_impact, detail }: Factor) {
  return { criterion_id, criterion_label, point_impact: points(point_impact), detail };
}

/** Converts a decimal of the engine's result, such as "-4.10", to a JSON number. */
export const points = decimal;
