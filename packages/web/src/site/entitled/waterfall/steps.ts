// The steps of the waterfall of a published score.

import type { CriterionScore, ScoreSnapshot } from '@rf-indicators/contract';
import * as shared from '../../../charts/waterfall-steps.ts';
import { hundredths } from '../figures.ts';

export type ModuleStep = shared.ModuleStep<CriterionScore>;
export type Waterfall = shared.Waterfall<CriterionScore>;

export function waterfallOf(snapshot: ScoreSnapshot): Waterfall {
  return shared.stepsOf({
    modules: snapshot.modules,
    criteria: snapshot.criterion_scores.map((criterion) => ({
      module: criterion.module_id,
      label: criterion.criterion_label,
      lost: -hundredths(criterion.point_impact),
      isProved: criterion.status === 'scored',
      criterion,
    })),
    binding: snapshot.rf_decision_object.hard_caps_fired
      .filter(({ binding }) => binding)
      .map(({ rule_id }) => rule_id),
    final: hundredths(snapshot.final_score),
  });
}
