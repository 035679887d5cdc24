// The names of inputs, as the framework in effect has them: every page of the desk calls an input by the same name.

import { useRead } from '../api/acts.ts';
import { inWords } from '../ui/format.ts';

/** The part of a framework document that names its inputs; gates and facts have only an id. */
interface Named {
  criteria: readonly { id: string; label: string }[];
}

let labels: ReadonlyMap<string, string> = new Map();

/**
 * Whether the names were read. Pages wait for them, because a name that changes would move what stands beside it. Without a
 * framework the read fails and is made again, during which pages must stay.
 */
export function useInputNames(): boolean {
  const { data, isFetched } = useRead('entry.framework', {});
  const { criteria } = (data?.document ?? { criteria: [] }) as unknown as Named;
  labels = new Map(criteria.map(({ id, label }) => [id, label]));
  return isFetched;
}

/** "Backing coverage of claims" for reserve_coverage; an id in words for a gate, a fact, or without a framework. */
export function inputName(input: string): string {
  const words = labels.get(input) ?? inWords(input);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A sentence of the service, which calls inputs by their ids, with their names. */
export function withInputNames(sentence: string): string {
  return sentence.replaceAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g, (id) => {
    const name = inputName(id);
    return name.charAt(0).toLowerCase() + name.slice(1);
  });
}
