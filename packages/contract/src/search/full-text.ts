// Full-text search over pages, guides and operations, in the server. Matches in titles come first, then those in headings, then
// those in texts; within each, MiniSearch ranks them (BM25).

import MiniSearch, { type Query } from 'minisearch';
import type { DocumentKind, SearchEntry, SearchMatch } from './entries.ts';
import { excerptOf } from './excerpt.ts';
import { IN_TEXT } from './results.ts';
import { SYNONYMS } from './synonyms.ts';

export type { DocumentKind, SearchEntry, SearchMatch } from './entries.ts';

const COMMON = new Set(
  'a an and are by can do does for from how i if in is it my of on or the to what when where which with'.split(
    ' ',
  ),
);
const ENDING = /^(\p{L}{3,}?)(?:ations?|ings?|ers?|ed|es|e|s)$/u;
const MOST_WORDS = 8;
/** Parts of one page beside the page itself, so that one long guide does not fill the list. */
const MOST_OF_A_PAGE = 3;
const FIELDS = ['title', 'also', 'heading', 'text', 'code'];
const BOOST = { title: 6, also: 6, heading: 4, text: 1, code: 1 };
/** How many entries are added before other work gets its turn. */
const AT_ONCE = 25;

interface Indexed extends Omit<SearchEntry, 'also'> {
  id: number;
  also: string;
}

/** A word that was typed: itself, or any of the phrases that mean the same. */
type Alternatives = readonly (readonly string[])[];

export class SearchIndex {
  readonly #entries: readonly SearchEntry[];
  readonly #index: MiniSearch<Indexed>;

  private constructor(entries: readonly SearchEntry[]) {
    this.#entries = entries;
    this.#index = new MiniSearch<Indexed>({ fields: FIELDS, tokenize: tokensOf, processTerm: stemOf });
  }

  /** Gives other work its turn in between. */
  static async build(entries: readonly SearchEntry[]): Promise<SearchIndex> {
    const made = new SearchIndex(entries);
    await made.#index.addAllAsync(entries.map(indexed), { chunkSize: AT_ONCE });
    return made;
  }

  /** The best first. If no entry has all of three words or more, one may be missing. */
  find(query: string, limit: number): SearchMatch[] {
    const words = wordsOf(query);
    if (words.length === 0) return [];
    const typed = words.map((word) => [[word], ...synonymsOf(word)]);
    const found = this.#ranked(typed, words.length);
    if (found.length > 0 || words.length < 3) return this.#limited(found, limit, typed);
    return this.#limited(this.#ranked(typed, words.length - 1), limit, typed);
  }

  /** Entries that have at least so many of the words. */
  #ranked(typed: readonly Alternatives[], least: number): Ranked[] {
    const results = this.#index.search(queryOf(typed, least === typed.length ? 'AND' : 'OR'), {
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 5 ? 0.15 : false),
      boost: BOOST,
      weights: { prefix: 0.5, fuzzy: 0.1 },
    });
    return results
      .filter(({ queryTerms }) => countOf(typed, queryTerms) >= least)
      .map(({ id, score }) => ({ id: id as number, score, rank: rankOf(this.#entries[id]!, typed) }))
      .sort((one, other) => one.rank - other.rank || other.score - one.score || one.id - other.id);
  }

  /** The best of each kind. */
  #limited(ranked: readonly Ranked[], limit: number, typed: readonly Alternatives[]): SearchMatch[] {
    const ofPages = new Map<string, number>();
    const ofKinds = new Map<DocumentKind, number>();
    const words = typed.flat(2);
    const kept = ranked.filter(({ id }) => {
      const entry = this.#entries[id]!;
      return countUp(ofPages, pageOf(entry)) <= MOST_OF_A_PAGE && countUp(ofKinds, entry.kind) <= limit;
    });
    return kept.map(({ id, rank }) => {
      const entry = this.#entries[id]!;
      return { entry, excerpt: excerptOf(entry.text, words), rank };
    });
  }
}

interface Ranked {
  id: number;
  rank: number;
  score: number;
}

function countUp<Key>(counts: Map<Key, number>, key: Key): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

function indexed(entry: SearchEntry, id: number): Indexed {
  return { ...entry, id, also: entry.also?.join(' ') ?? '' };
}

/** How many of the words that were typed are among those that were found. */
function countOf(typed: readonly Alternatives[], found: readonly string[]): number {
  const isFound = (word: string) => found.includes(stemOf(word) ?? word);
  return typed.filter((alternatives) => alternatives.some((phrase) => phrase.every(isFound))).length;
}

function pageOf({ address }: SearchEntry): string {
  return address.split('#')[0]!;
}

/** Most people look for a page to read. Operations follow pages that match as well, and those of the console come last. */
const LATER: Readonly<Partial<Record<DocumentKind, number>>> = { operation: 0.25, console: 0.5 };

function rankOf(entry: SearchEntry, typed: readonly Alternatives[]): number {
  return tierOf(entry, typed) + (LATER[entry.kind] ?? 0);
}

/**
 * 0: a name of the page is what was typed. 1: a name has every word. 2: a heading has. 3: title and heading together have.
 * 4 and 5: the same as 1 and 2 with words that mean the same. 6: the text.
 */
function tierOf({ title, heading, also = [] }: SearchEntry, typed: readonly Alternatives[]): number {
  const itself = typed.map(([own]) => [own!]);
  if (heading === '') {
    const names = [title, ...also].map(stemsOf);
    if (names.some((name) => name.length === typed.length && hasAll(name, itself))) return 0;
    if (names.some((name) => hasAll(name, itself))) return 1;
    return hasAll(names[0]!, typed) ? 4 : IN_TEXT;
  }
  const inHeading = stemsOf(heading);
  const others = also.map(stemsOf);
  if ([inHeading, ...others].some((name) => hasAll(name, itself))) return 2;
  if (hasAll([...stemsOf(title), ...inHeading], itself)) return 3;
  return hasAll(inHeading, typed) ? 5 : IN_TEXT;
}

function hasAll(stems: readonly string[], typed: readonly Alternatives[]): boolean {
  return typed.every((alternatives) =>
    alternatives.some((phrase) =>
      phrase.every((word) => {
        const stem = stemOf(word) ?? word;
        return stems.some((each) => each === stem || (stem.length > 2 && each.startsWith(stem)));
      }),
    ),
  );
}

function queryOf(typed: readonly Alternatives[], combineWith: 'AND' | 'OR'): Query {
  return {
    combineWith,
    queries: typed.map((alternatives) => ({
      combineWith: 'OR' as const,
      queries: alternatives.map((phrase) => ({ combineWith: 'AND' as const, queries: [...phrase] })),
    })),
  };
}

function synonymsOf(word: string): string[][] {
  return (SYNONYMS[word] ?? []).map((phrase) => tokensOf(phrase));
}

/** Without words that every text has, unless nothing else was typed. */
function wordsOf(query: string): string[] {
  const typed = tokensOf(query.toLowerCase()).filter((word) => word !== '');
  const telling = typed.filter((word) => !COMMON.has(word));
  return [...new Set(telling.length > 0 ? telling : typed)].slice(0, MOST_WORDS);
}

function tokensOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function stemsOf(text: string): string[] {
  return tokensOf(text)
    .filter((word) => !COMMON.has(word.toLowerCase()))
    .flatMap((word) => stemOf(word) ?? []);
}

/** Without accents and endings: "rotate" also finds "rotating" and "rotation". */
function stemOf(word: string): string | null {
  const plain = word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain === '' ? null : plain.replace(ENDING, '$1');
}
