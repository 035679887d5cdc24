// Checks that what is known about a provider fits together (entry checks E1, E3 and E5 of the methodology), and that the document
// of entry checks allows it.

import { parseScaled } from '@rf-indicators/engine';
import type { Assembled } from './assemble-facts.ts';
import type { Implausible } from './plausibility/impossible.ts';

export interface CombinationProblem {
  code: 'E1' | 'E3' | 'E5' | 'not_bitcoin_backed' | Implausible['code'];
  /** The inputs and facts that do not fit together. */
  inputs: readonly string[];
  message: string;
}

const CREDIT_SOURCES = ['overcollateralised_credit', 'undercollateralised_credit'];

export function combinationProblems({
  planner_type,
  flags,
  facts,
  inputs,
  implausible = [],
}: Pick<Assembled, 'planner_type' | 'flags' | 'facts' | 'inputs'> &
  Partial<Pick<Assembled, 'implausible'>>): CombinationProblem[] {
  const problems: CombinationProblem[] = [];
  const source = inputs.yield_source?.value;
  if (flags.lends === false && source !== undefined && CREDIT_SOURCES.includes(source)) {
    problems.push({
      code: 'E1',
      inputs: ['yield_source', 'lends'],
      message: `yield_source ${source} requires a provider that lends, but lends is false`,
    });
  }
  if (flags.redeemable === false && flags.fixed_obligations === false) {
    problems.push({
      code: 'E3',
      inputs: ['redeemable', 'fixed_obligations'],
      message: 'redeemable and fixed_obligations must not both be false',
    });
  }
  const { yield_min, yield_max } = facts;
  if (yield_min && yield_max && parseScaled(yield_min.value, 2)! > parseScaled(yield_max.value, 2)!) {
    problems.push({
      code: 'E5',
      inputs: ['yield_min', 'yield_max'],
      message: `yield_min ${yield_min.value} must not be greater than yield_max ${yield_max.value}`,
    });
  }
  if (planner_type === 'btc' && flags.bitcoin_backed === false) {
    problems.push({
      code: 'not_bitcoin_backed',
      inputs: ['planner_type', 'bitcoin_backed'],
      message: 'bitcoin_backed must be true for the planner type btc',
    });
  }
  // The document can have a check of the methodology, too.
  const isKnown = (one: Implausible) => problems.some(({ inputs }) => inputs.join() === one.inputs.join());
  return [...problems, ...implausible.filter((one) => !isKnown(one))];
}
