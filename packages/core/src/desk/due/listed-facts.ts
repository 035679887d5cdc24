// The facts of a provider as the list of providers shows them. The due board has them for each provider, so that a page of
// the list puts nothing together.

import type { ProviderFacts } from '../facts/facts.ts';
import type { Contested } from '../facts/known.ts';

/** Facts that have no approved value are null. */
export interface ListedFacts {
  planner_type: string | null;
  yield_min: string | null;
  yield_max: string | null;
  payout_currency: string | null;
  flags: Record<string, boolean>;
  contested: Contested[];
}

export function listedFacts({ planner_type, flags, contested, facts }: ProviderFacts): ListedFacts {
  const value = (fact: string): string | null => facts[fact]?.value ?? null;
  return {
    planner_type,
    yield_min: value('yield_min'),
    yield_max: value('yield_max'),
    payout_currency: value('payout_currency'),
    flags,
    contested,
  };
}

export const NO_FACTS: ListedFacts = {
  ...{ planner_type: null, yield_min: null, yield_max: null, payout_currency: null },
  flags: {},
  contested: [],
};
