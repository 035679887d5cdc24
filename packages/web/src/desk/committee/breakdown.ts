// The steps of the waterfall of a result in a draft.

import { stepsOf, type Waterfall } from '../../charts/waterfall-steps.ts';
import type { Detail } from './groups.ts';

export type Result = NonNullable<Detail['result']>;

export function breakdownOf({ modules, criteria, caps, final_score }: Result): Waterfall {
  return stepsOf({
    modules,
    criteria: criteria.map((criterion) => ({
      module: criterion.module_id,
      label: criterion.label,
      lost: hundredthsOf(criterion.lost),
      isProved: criterion.status === 'scored',
      criterion,
    })),
    binding: caps.filter(({ binding }) => binding).map(({ rule }) => rule),
    final: hundredthsOf(final_score),
  });
}

/** "76.98" as 7698, without rounding errors. */
export function hundredthsOf(text: string): number {
  return Math.round(Number(text) * 100);
}
