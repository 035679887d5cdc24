// The way from 100.00 to a score in steps: what each module and each criterion costs, and then the caps. All amounts are
// whole hundredths, so that the figures on the page add up exactly.

import type { CriterionScore, ScoreSnapshot } from '@rf-indicators/contract';
import { hundredths } from '../figures.ts';

export const FULL = 10_000;

export interface Step {
  label: string;
  lost: number;
  /** Running totals. */
  from: number;
  to: number;
  /** The points are lost because evidence is missing, stale or expired. */
  isUnproved: boolean;
}

export interface CriterionStep extends Step {
  criterion: CriterionScore;
}

export interface ModuleStep extends Step {
  criteria: CriterionStep[];
}

export interface Waterfall {
  modules: ModuleStep[];
  /** What hard rules cost besides; null if none limits the score. */
  cap: Step | null;
  /** Before caps. */
  lost: number;
  final: number;
}

export function waterfallOf(snapshot: ScoreSnapshot): Waterfall {
  let total = FULL;
  const modules = snapshot.modules.map(({ id, label }): ModuleStep => {
    const from = total;
    const criteria = snapshot.criterion_scores
      .filter(({ module_id }) => module_id === id)
      .map((criterion): CriterionStep => {
        const before = total;
        const lost = -hundredths(criterion.point_impact);
        total -= lost;
        const isUnproved = criterion.status !== 'scored' && lost > 0;
        return { label: criterion.criterion_label, lost, from: before, to: total, isUnproved, criterion };
      });
    const losing = criteria.filter(({ lost }) => lost > 0);
    const isUnproved = losing.length > 0 && losing.every((step) => step.isUnproved);
    return { label, lost: from - total, from, to: total, isUnproved, criteria };
  });
  const final = hundredths(snapshot.final_score);
  return { modules, cap: capStep(snapshot, total, final), lost: FULL - total, final };
}

function capStep({ rf_decision_object }: ScoreSnapshot, from: number, to: number): Step | null {
  if (from === to) return null;
  const binding = rf_decision_object.hard_caps_fired.filter((cap) => cap.binding);
  const rules = binding.map(({ rule_id }) => rule_id).join(', ');
  const label = `Hard ${binding.length === 1 ? 'rule' : 'rules'} ${rules}`;
  return { label, lost: from - to, from, to, isUnproved: false };
}
