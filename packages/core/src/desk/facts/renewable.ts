// Which values can be renewed, and the facts that this takes.

import type { Methodology } from '@rf-indicators/engine';
import { inPortions } from '../../store/bulk.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { CHECKED_TOGETHER } from './fact-definitions.ts';
import { factsAsOf, type ProviderFacts } from './facts.ts';
import type { KnownFact, KnownInput } from './known.ts';

export type CurrentValue = KnownInput | KnownFact;

/** The facts of these providers, at least with these inputs. */
export async function currentFacts(
  db: Queries | Writes,
  methodology: Methodology,
  providerIds: Iterable<string>,
  inputs: readonly string[],
  now: number,
): Promise<ProviderFacts[]> {
  // Whether a value is derived shows only together with what it follows from.
  const together = inputs.some((input) => CHECKED_TOGETHER.includes(input));
  const only = together ? [...inputs, ...CHECKED_TOGETHER, 'reserve_coverage'] : inputs;
  const facts: ProviderFacts[] = [];
  for (const portion of inPortions([...new Set(providerIds)])) {
    facts.push(...(await factsAsOf(db, methodology, portion, now, now, { only })));
  }
  return facts;
}

export function currentValue(
  { gates, inputs, facts }: ProviderFacts,
  input: string,
): CurrentValue | undefined {
  return gates[input] ?? inputs[input] ?? facts[input];
}

/** Why a value cannot be renewed; null if it can. */
export function renewalProblem(
  input: string,
  known: CurrentValue | undefined,
): { code: string; message: string } | null {
  if (known === undefined) return { code: 'nothing_to_renew', message: `has no value for "${input}" yet` };
  if (!('oldestBase' in known)) return null;
  const from = (known.approval!.from as readonly string[]).join(' and ');
  return { code: 'derived', message: `derives "${input}" in each run; renew ${from} instead` };
}
