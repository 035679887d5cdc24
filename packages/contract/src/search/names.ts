// Finds names by what somebody has typed of them: on the site, in the console, at the desk and for agents.

import { fold } from './fold.ts';

/** 0: it is the name. 1: the name begins with it. 2: a word of it does. 3: it is inside. 4: all its words are, apart or in another order. */
export type NameRank = 0 | 1 | 2 | 3 | 4;

/** Each word is looked for in each name. */
const MOST_WORDS = 8;

/** What somebody typed, folded, with its words, which are made once for all names. */
export interface TypedName {
  folded: string;
  /** Empty if there is only one. */
  words: readonly string[];
}

export function typedName(text: string): TypedName {
  const folded = fold(text);
  // A single letter of our alphabet is in nearly every name; one of another script can be a word.
  const words = new Set(folded.split(' ').filter((word) => !ONE_LETTER.test(word)));
  return { folded, words: folded.includes(' ') ? [...words].slice(0, MOST_WORDS) : [] };
}

/** The lower, the better; null if the name does not match. The name is folded. */
export function nameRank(name: string, { folded: typed, words }: TypedName): NameRank | null {
  const at = name.indexOf(typed);
  if (at === 0) return name.length === typed.length ? 0 : 1;
  if (at > 0) return BETWEEN_WORDS.test(name[at - 1]!) || name.includes(` ${typed}`) ? 2 : 3;
  return words.length > 0 && words.every((word) => name.includes(word)) ? 4 : null;
}

const ONE_LETTER = /^[a-z0-9]?$/;
const BETWEEN_WORDS = /[ \-_]/;

/** The best of several names of one thing. */
function bestRank(names: readonly string[], typed: TypedName): NameRank | null {
  let best: NameRank | null = null;
  for (const name of names) {
    const rank = nameRank(fold(name), typed);
    if (rank !== null && (best === null || rank < best)) best = rank;
  }
  return best;
}

interface RankedByName<T> {
  item: T;
  rank: NameRank;
}

/** Those with a name that matches, the best first and otherwise in the given order. */
export function rankedByName<T>(
  items: readonly T[],
  namesOf: (item: T) => readonly string[],
  text: string,
): RankedByName<T>[] {
  const typed = typedName(text);
  if (typed.folded === '') return [];
  return items
    .flatMap((item) => {
      const rank = bestRank(namesOf(item), typed);
      return rank === null ? [] : { item, rank };
    })
    .sort((one, other) => one.rank - other.rank);
}
