// Suggestions for the inputs and values of the grid, in words.

import type { Suggestion } from '../../ui/combobox.tsx';
import { inputValue, inWords } from '../../ui/format.ts';
import type { DefinedInput } from '../preview/scoring.ts';
import { UNCHANGED } from './draft.ts';

const MOST = 12;

export function suggestInputs(inputs: readonly DefinedInput[], typed: string): Suggestion[] {
  return ranked(inputs, typed, ({ id, label }) => [label, inWords(id), id])
    .slice(0, MOST)
    .map((input) => ({ value: input.id, label: input.label, detail: formInWords(input) }));
}

/** An option, or that the value on record was found unchanged. */
export function suggestValues({ options }: DefinedInput, typed: string): Suggestion[] {
  const all = [
    ...(options ?? []).map(({ value, meaning }) => ({ value, meaning })),
    { value: UNCHANGED, meaning: 'checked: the value on record still holds' },
  ];
  return ranked(all, typed, ({ value }) => [inputValue(value), value]).map(({ value, meaning }) => ({
    value,
    label: inputValue(value),
    detail: meaning ?? undefined,
  }));
}

/** "percent, a number with at most 2 decimals". */
export function formInWords({ unit, form, kind }: DefinedInput): string {
  const what = kind === 'criterion' ? '' : `${kind}, `;
  return unit === null || form.startsWith(unit) ? `${what}${form}` : `${what}${unit}, ${form}`;
}

/** What begins with the text, then what has a word that does, then what contains it. */
export function ranked<One>(
  all: readonly One[],
  typed: string,
  textsOf: (one: One) => readonly string[],
): One[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return [...all];
  const rank = (one: One) => {
    const texts = textsOf(one).map((text) => text.toLowerCase());
    if (texts.some((text) => text.startsWith(wanted))) return 0;
    if (texts.some((text) => text.includes(` ${wanted}`))) return 1;
    return texts.some((text) => text.includes(wanted)) ? 2 : 3;
  };
  return all
    .map((one) => ({ one, rank: rank(one) }))
    .filter((found) => found.rank < 3)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}
