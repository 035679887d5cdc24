// The way from 100.00 to a score in steps: what each module and each criterion costs, and then the caps. All amounts are
// whole hundredths, so that the figures on the page add up exactly.

import { hundredths } from './hundredths.ts';

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

interface CriterionStep<Criterion> extends Step {
  criterion: Criterion;
}

export interface ModuleStep<Criterion = unknown> extends Step {
  criteria: CriterionStep<Criterion>[];
}

export interface Waterfall<Criterion = unknown> {
  modules: ModuleStep<Criterion>[];
  /** What hard rules cost besides; null if none limits the score. */
  cap: Step | null;
  /** Before caps. */
  lost: number;
  final: number;
}

/** What a score is made of, in the order of the framework. */
export interface Breakdown<Criterion> {
  modules: readonly { id: string; label: string }[];
  criteria: readonly {
    module: string;
    label: string;
    lost: number;
    /** Whether its evidence counts in full. */
    isProved: boolean;
    criterion: Criterion;
  }[];
  /** Ids of the hard rules that limit the score. */
  binding: readonly string[];
  final: number;
}

export function stepsOf<Criterion>(breakdown: Breakdown<Criterion>): Waterfall<Criterion> {
  let total = FULL;
  const modules = breakdown.modules.map(({ id, label }): ModuleStep<Criterion> => {
    const from = total;
    const criteria = breakdown.criteria
      .filter(({ module }) => module === id)
      .map(({ label: name, lost, isProved, criterion }): CriterionStep<Criterion> => {
        const before = total;
        total -= lost;
        return { label: name, lost, from: before, to: total, isUnproved: !isProved && lost > 0, criterion };
      });
    const losing = criteria.filter(({ lost }) => lost > 0);
    const isUnproved = losing.length > 0 && losing.every((step) => step.isUnproved);
    return { label, lost: from - total, from, to: total, isUnproved, criteria };
  });
  const { binding, final } = breakdown;
  return { modules, cap: capStep(binding, total, final), lost: FULL - total, final };
}

function capStep(binding: readonly string[], from: number, to: number): Step | null {
  if (from === to) return null;
  const label = `Hard ${binding.length === 1 ? 'rule' : 'rules'} ${binding.join(', ')}`;
  return { label, lost: from - to, from, to, isUnproved: false };
}

/** "−8.10" or "0.00". */
export function lostPoints(lost: number): string {
  return lost === 0 ? '0.00' : `−${hundredths(lost)}`;
}

/** What the chart shows, in a sentence. */
export function findingOf({ modules, lost, cap, final }: Waterfall): string {
  if (cap !== null) {
    const verb = cap.label.startsWith('Hard rules') ? 'limit' : 'limits';
    return `${cap.label} ${verb} the score to ${hundredths(final)}`;
  }
  if (lost === 0) return 'No points are lost';
  const most = modules.reduce((worst, step) => (step.lost > worst.lost ? step : worst));
  const share = most.lost === lost ? 'all' : `${Math.round((most.lost * 100) / lost)} %`;
  return `${hundredths(lost)} points are lost, ${share} of them in ${most.label.charAt(0).toLowerCase()}${most.label.slice(1)}`;
}
