// Why a run could not score what is known about a provider: inputs and facts that do not fit together.

import { formatHundredths, type Methodology, parseScaled, score } from '@rf-indicators/engine';
import type { RefusalDetail } from '../../context/refusal.ts';
import { civilDate } from '../../context/times.ts';
import type { Assembled } from './assemble-facts.ts';
import { type CombinationProblem, combinationProblems } from './combinations.ts';
import { CHECKED_TOGETHER } from './fact-definitions.ts';

/** Whether an approval is checked as a whole: a renewal can fail only with what is checked together with others. */
export function isCheckedWhole({ input_id, renewal }: { input_id: string; renewal: number }): boolean {
  return renewal === 0 || CHECKED_TOGETHER.includes(input_id);
}

type Checked = { id: string; slug: string } & Assembled;

/** Why a run could not score these facts after the approval of these inputs. */
export function combinedProblems(
  methodology: Methodology,
  facts: Checked,
  approved: ReadonlySet<string>,
  asOf: number,
): RefusalDetail[] {
  const place = facts.slug;
  const combinations = combinationProblems(facts)
    .filter((problem) => isConcerned(problem, approved))
    .map(({ code, message }) => ({ place, code, message }));
  const rate = missingRate(facts, approved);
  if (combinations.length > 0 || rate !== null) {
    return [...combinations, ...(rate === null ? [] : [{ place, code: 'E2', message: rate }])];
  }
  if (facts.missing.length > 0) return [];
  const { id, planner_type, flags, gates, inputs } = facts;
  const run = { provider_id: id, planner_type, scoring_date: civilDate(asOf), flags, gates, inputs };
  const outcome = score(methodology, run);
  if (outcome.status !== 'INVALID') return [];
  return outcome.result.errors.map(({ code, message, pointer }) => ({
    place,
    code,
    message: `${pointer} ${message}`,
  }));
}

/** A value that was impossible before must not keep the approval of another one waiting: it could be the correction of a third. */
function isConcerned({ code, inputs }: CombinationProblem, approved: ReadonlySet<string>): boolean {
  return (code !== 'impossible' && code !== 'placeholder') || inputs.some((input) => approved.has(input));
}

/** A yield without the rate that it is compared with would leave the spread without a value. */
function missingRate({ facts }: Assembled, approved: ReadonlySet<string>): string | null {
  if (!approved.has('yield_max') && !approved.has('payout_currency')) return null;
  const currency = facts.payout_currency?.value;
  if (facts.yield_max === undefined || currency === undefined || currency === 'BTC') return null;
  if (facts.reference_rate?.grade) return null;
  const yieldMax = formatHundredths(parseScaled(facts.yield_max.value, 2)!);
  return `the yield of ${yieldMax} is compared with the reference rate of ${currency}; propose and approve that rate first`;
}
