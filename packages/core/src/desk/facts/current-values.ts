// The values of inputs that count now, for comparing proposals with them.

import type { Methodology } from '@rf-indicators/engine';
import { inPortions } from '../../store/bulk.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { type Assembled, currentRate } from './assemble-facts.ts';
import { CHECKED_TOGETHER, STRUCTURE_FACTS } from './fact-definitions.ts';
import { approvedRates, factsAsOf, type LookUp } from './facts.ts';
import { knownValue } from './known-value.ts';

/** Whose value of what: a provider's input or fact, or the reference rate of a currency. */
export interface Target {
  provider_id: string | null;
  currency: string | null;
  input_id: string;
}

/** The current value of each target, in their order; null where there is none. */
export async function currentValues(
  db: Queries | Writes,
  methodology: Methodology,
  targets: readonly Target[],
  asOf: number,
  knownAt: number,
): Promise<(string | null)[]> {
  const isRate = (target: Target) => target.provider_id === null;
  const rates = targets.some(isRate) ? await approvedRates(db, asOf, knownAt) : [];
  const about = targets.filter((target) => !isRate(target));
  const known = new Map<string, Assembled>();
  const lookUp = whatDecides(about.map(({ input_id }) => input_id));
  for (const ids of inPortions([...new Set(about.map(({ provider_id }) => provider_id!))])) {
    for (const facts of await factsAsOf(db, methodology, ids, asOf, knownAt, lookUp))
      known.set(facts.id, facts);
  }
  return targets.map(({ provider_id, currency, input_id }) => {
    if (provider_id === null) return currentRate(methodology, rates, currency!, asOf)?.value ?? null;
    const facts = known.get(provider_id);
    return facts === undefined ? null : (knownValue(facts, input_id)?.value ?? null);
  });
}

/** The inputs and facts that the values of these depend on. A structure fact can be contested by any criterion. */
function whatDecides(inputs: readonly string[]): LookUp {
  if (inputs.some((input) => STRUCTURE_FACTS.includes(input))) return {};
  const only = new Set(inputs);
  if (inputs.some((input) => CHECKED_TOGETHER.includes(input))) {
    for (const input of [...CHECKED_TOGETHER, 'reserve_coverage']) only.add(input);
  }
  return { only: [...only] };
}
