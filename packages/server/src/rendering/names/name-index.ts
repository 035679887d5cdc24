// Finds providers by name: first by an exact match, then ignoring case and accents (also former names and slugs), then
// by a prefix that only one provider has. A name that matches several providers is ambiguous.

import { fold } from '@rf-indicators/core/store/fold';
import { byCodePoint } from '../code-points.ts';
import { type NearestNames, nearestNames } from './nearest.ts';

export interface NamedProvider {
  id: string;
  slug: string;
  name: string;
  formerNames: readonly string[];
  formerSlugs: readonly string[];
}

export type MatchedBy = 'id' | 'name' | 'similar_spelling' | 'former_name' | 'slug' | 'prefix';

export type NameMatch =
  | { provider: NamedProvider; by: MatchedBy }
  | { candidates: NamedProvider[]; fits: 'several' | 'none' };

/** A normalised name of a provider. */
interface Entry {
  folded: string;
  provider: NamedProvider;
  by: Exclude<MatchedBy, 'id' | 'name' | 'prefix'>;
}

/** Shorter prefixes are too unspecific. */
const MIN_PREFIX = 2;
const MAX_CANDIDATES = 10;
const MAX_NEAREST = 5;

export class NameIndex {
  readonly providers: readonly NamedProvider[];
  readonly #byId = new Map<string, NamedProvider>();
  readonly #bySlug = new Map<string, NamedProvider>();
  readonly #byName = new Map<string, NamedProvider[]>();
  readonly #byFolded = new Map<string, Entry[]>();
  /** Sorted by folded name, for prefix search. */
  readonly #entries: Entry[];
  #nearest: NearestNames | null = null;

  constructor(providers: readonly NamedProvider[]) {
    this.providers = providers;
    const entries: Entry[] = [];
    for (const provider of providers) {
      this.#byId.set(provider.id, provider);
      for (const slug of [...provider.formerSlugs, provider.slug]) this.#bySlug.set(slug, provider);
      append(this.#byName, provider.name.normalize('NFC'), provider);
      for (const entry of entriesOf(provider)) {
        entries.push(entry);
        append(this.#byFolded, entry.folded, entry);
      }
    }
    this.#entries = entries.sort((a, b) => (a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : 0));
  }

  byId(id: string): NamedProvider | undefined {
    return this.#byId.get(id);
  }

  /** Current or former slug. Slugs are never reused for another provider. */
  bySlug(slug: string): NamedProvider | undefined {
    return this.#bySlug.get(slug);
  }

  find(text: string): NameMatch {
    const name = text.normalize('NFC');
    const byId = this.#byId.get(name);
    if (byId) return { provider: byId, by: 'id' };
    const exact = this.#byName.get(name) ?? this.#byName.get(name.trim());
    if (exact) return exact.length === 1 ? { provider: exact[0]!, by: 'name' } : several(exact);
    const folded = fold(text);
    const alike = this.#byFolded.get(folded);
    if (alike) return oneOf(alike) ?? several(alike.map(({ provider }) => provider));
    return this.#findByPrefix(folded) ?? { candidates: this.nearest(folded, MAX_NEAREST), fits: 'none' };
  }

  /** Providers whose current or former name contains the words, best match first, without duplicates. */
  search(text: string): NamedProvider[] {
    const folded = fold(text);
    const words = folded.split(' ');
    const looksLikeSlug = folded.includes('-');
    const ranked = new Map<NamedProvider, number>();
    for (const { folded: name, provider, by } of this.#entries) {
      if (by === 'slug' && !looksLikeSlug) continue;
      const rank = rankOf(name, folded, words);
      if (rank !== null && rank < (ranked.get(provider) ?? Infinity)) ranked.set(provider, rank);
    }
    return [...ranked]
      .sort(([a, x], [b, y]) => x - y || byCodePoint(a.name, b.name) || byCodePoint(a.id, b.id))
      .map(([provider]) => provider);
  }

  nearest(folded: string, most: number): NamedProvider[] {
    // Built on demand, because most indexes are never asked for an unknown name.
    this.#nearest ??= nearestNames(this.#entries.map((entry) => entry.folded));
    const found = this.#nearest.find(folded, 4 * most).map((index) => this.#entries[index]!.provider);
    return [...new Set(found)].slice(0, most);
  }

  #findByPrefix(folded: string): NameMatch | null {
    if ([...folded].length < MIN_PREFIX) return null;
    const found = new Set<NamedProvider>();
    for (let at = this.#firstFrom(folded); at < this.#entries.length; at += 1) {
      const { folded: name, provider } = this.#entries[at]!;
      if (!name.startsWith(folded) || found.size > MAX_CANDIDATES) break;
      found.add(provider);
    }
    if (found.size === 0) return null;
    return found.size === 1 ? { provider: [...found][0]!, by: 'prefix' } : several([...found]);
  }

  #firstFrom(folded: string): number {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#entries[middle]!.folded < folded) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function entriesOf(provider: NamedProvider): Entry[] {
  const { name, slug, formerNames, formerSlugs } = provider;
  const entries: Entry[] = [];
  const add = (text: string, by: Entry['by']) => {
    const folded = fold(text);
    // The first match type takes precedence.
    if (!entries.some((entry) => entry.folded === folded)) entries.push({ folded, provider, by });
  };
  add(name, 'similar_spelling');
  for (const former of formerNames) add(former, 'former_name');
  for (const one of [slug, ...formerSlugs]) add(one, 'slug');
  return entries;
}

function oneOf(entries: readonly Entry[]): NameMatch | null {
  const { provider, by } = entries[0]!;
  return entries.every((other) => other.provider === provider) ? { provider, by } : null;
}

function several(providers: readonly NamedProvider[]): NameMatch {
  return { candidates: [...new Set(providers)].slice(0, MAX_CANDIDATES), fits: 'several' };
}

/** Lower is better; null if the name does not match. */
function rankOf(name: string, text: string, words: readonly string[]): number | null {
  const at = name.indexOf(text);
  if (at === 0) return name.length === text.length ? 0 : 1;
  if (at > 0) return name[at - 1] === ' ' || name[at - 1] === '-' ? 2 : 3;
  // The words in another order, or with other words in between.
  if (words.length === 1) return null;
  return words.every((word) => name.includes(word)) ? 4 : null;
}

function append<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
