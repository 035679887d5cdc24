// The value of an input or a fact among what is known about a provider.

import type { Assembled } from './assemble-facts.ts';
import type { KnownFact, KnownInput } from './known.ts';

export function knownValue(
  { gates, inputs, facts }: Pick<Assembled, 'gates' | 'inputs' | 'facts'>,
  input: string,
): KnownInput | KnownFact | null {
  return gates[input] ?? inputs[input] ?? facts[input] ?? null;
}
