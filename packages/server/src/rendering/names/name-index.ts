// Finds providers by name: first by an exact match, then ignoring case and accents (also former names and slugs), then
// by a prefix that only one provider has. A name that matches several providers is ambiguous.

import type { Identifier } from '@rf-indicators/contract';
import { fold, type NameRank, nameRank, typedName } from '@rf-indicators/contract/search';
import { identifierKey } from '@rf-indicators/core/desk/providers/identifiers';
import { byCodePoint } from '../code-points.ts';
import { type NearestNames, nearestNames } from './nearest.ts';

export interface NamedProvider {
  id: string;
  slug: string;
  name: string;
  /** Names under which it was published, the newest first. */
  formerNames: readonly string[];
  /** Names that it has beside its own. */
  otherNames: readonly string[];
  /** Those under which it was published. */
  formerSlugs: readonly string[];
  /** All that lead to it. */
  slugs: readonly string[];
  identifiers: readonly Identifier[];
  /** It has no current indicator. */
  isWithdrawn: boolean;
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

/** A provider that a search found. */
export interface FoundByWords {
  provider: NamedProvider;
  rank: NameRank;
  /** The name or slug that matches best, folded. */
  folded: string;
}

/** Shorter prefixes are too unspecific. */
const MIN_PREFIX = 2;
const MAX_CANDIDATES = 10;
const MAX_NEAREST = 5;

export class NameIndex {
  readonly providers: readonly NamedProvider[];
  readonly #byId = new Map<string, NamedProvider>();
  readonly #bySlug = new Map<string, NamedProvider>();
  readonly #byIdentifier = new Map<string, NamedProvider>();
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
      for (const slug of [...provider.slugs, provider.slug]) this.#bySlug.set(slug, provider);
      for (const identifier of provider.identifiers)
        this.#byIdentifier.set(identifierKey(identifier), provider);
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

  /** In normal form. */
  byIdentifier(identifier: Identifier): NamedProvider | undefined {
    return this.#byIdentifier.get(identifierKey(identifier));
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
  search(text: string): FoundByWords[] {
    const typed = typedName(text);
    if (typed.folded === '') return [];
    const looksLikeSlug = typed.folded.includes('-');
    const found = new Map<NamedProvider, FoundByWords & { isOwn: boolean }>();
    for (const { folded: name, provider, by } of this.#entries) {
      const rank = nameRank(name, typed);
      // Most slugs are the name once more.
      if (rank === null || (by === 'slug' && !looksLikeSlug && rank > 1)) continue;
      const known = found.get(provider);
      const isOwn = by === 'similar_spelling';
      if (known === undefined || rank < known.rank || (rank === known.rank && isOwn && !known.isOwn))
        found.set(provider, { provider, rank, folded: name, isOwn });
    }
    return [...found.values()]
      .sort((a, b) => a.rank - b.rank || byName(a.provider, b.provider))
      .map(({ isOwn: _, ...one }) => one);
  }

  /** Providers whose id begins with this. */
  byIdPrefix(prefix: string): NamedProvider[] {
    return this.providers.filter(({ id }) => id.startsWith(prefix));
  }

  nearest(folded: string, most: number): NamedProvider[] {
    return this.#distinct(this.#nearestNames().find(folded, 4 * most), most);
  }

  /** Providers with a name that begins like this, but for so many letters. */
  similar(folded: string, most: number, mostChanges: number): NamedProvider[] {
    return this.#distinct(this.#nearestNames().findBeginnings(folded, 4 * most, mostChanges), most);
  }

  #nearestNames(): NearestNames {
    // Built on demand, because most indexes are never asked for an unknown name.
    this.#nearest ??= nearestNames(this.#entries.map((entry) => entry.folded));
    return this.#nearest;
  }

  #distinct(indexes: readonly number[], most: number): NamedProvider[] {
    return [...new Set(indexes.map((index) => this.#entries[index]!.provider))].slice(0, most);
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
  const { name, slug, formerNames, otherNames, formerSlugs } = provider;
  const entries: Entry[] = [];
  const add = (text: string, by: Entry['by']) => {
    const folded = fold(text);
    // The first match type takes precedence.
    if (!entries.some((entry) => entry.folded === folded)) entries.push({ folded, provider, by });
  };
  add(name, 'similar_spelling');
  for (const other of [...formerNames, ...otherNames]) add(other, 'former_name');
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

function byName(a: NamedProvider, b: NamedProvider): number {
  return byCodePoint(a.name, b.name) || byCodePoint(a.id, b.id);
}

function append<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
