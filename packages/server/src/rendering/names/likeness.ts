// How alike names are, in whole percent: twice the trigrams that both have, divided by those of each (Dice), rounded down.

import { trigramsOf } from './nearest.ts';

/** Less alike names are not worth showing, unless all words of one are in the other. */
const LEAST_LIKENESS = 50;
/** Such a name has nearly all trigrams of the shorter one: those around a word can differ. */
const LEAST_OF_SHORTER = 70;
/** Longer names are compared by their beginning. */
const LONGEST = 200;

export interface AlikeName {
  /** Of the name among those that were added. */
  index: number;
  likeness: number;
}

export class LikenessIndex {
  readonly #holders = new Map<string, number[]>();
  readonly #words: ReadonlySet<string>[] = [];
  readonly #sizes: number[] = [];
  #shared = new Uint16Array(0);

  /** Names are folded. Their indexes follow each other. */
  add(name: string): void {
    const index = this.#sizes.length;
    const groups = trigramsOf(name.slice(0, LONGEST));
    this.#sizes.push(groups.size);
    this.#words.push(wordsOf(name));
    for (const group of groups) {
      const known = this.#holders.get(group);
      if (known === undefined) this.#holders.set(group, [index]);
      else known.push(index);
    }
  }

  /** In no particular order. */
  find(name: string): AlikeName[] {
    const groups = trigramsOf(name.slice(0, LONGEST));
    const words = wordsOf(name);
    if (this.#shared.length < this.#sizes.length) this.#shared = new Uint16Array(this.#sizes.length);
    const shared = this.#shared;
    const touched: number[] = [];
    for (const group of groups) {
      for (const index of this.#holders.get(group) ?? []) {
        if (shared[index] === 0) touched.push(index);
        shared[index]! += 1;
      }
    }
    const found: AlikeName[] = [];
    for (const index of touched) {
      const both = shared[index]!;
      shared[index] = 0;
      const size = this.#sizes[index]!;
      const likeness = Math.floor((200 * both) / (groups.size + size));
      const mayContain = 100 * both >= LEAST_OF_SHORTER * Math.min(groups.size, size);
      if (likeness >= LEAST_LIKENESS || (mayContain && areWithin(words, this.#words[index]!)))
        found.push({ index, likeness });
    }
    return found;
  }
}

function wordsOf(name: string): Set<string> {
  return new Set(name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ''));
}

/** Whether all words of one are among those of the other. */
function areWithin(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  if (one.size === 0 || other.size === 0) return false;
  return one.isSubsetOf(other) || other.isSubsetOf(one);
}
