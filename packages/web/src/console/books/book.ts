// What the parts of the page of a book share: its types, words, and how it is read.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import type { SearchOf } from '../../pages.ts';
import { bandName } from '../../ui/band.tsx';
import type { PageSearch } from '../../ui/filters.tsx';

export type BookSettings = AnswerOf<'books.settings'>;
export type Figures = AnswerOf<'books.show'>;
export type Position = AnswerOf<'books.positions'>['data'][number];
export type LimitUse = Figures['limits'][number];
export type LimitOf = LimitUse['of'];
export type BookSearch = SearchOf<'/console/$workspace/books'>;
export type Searching = PageSearch<BookSearch>;
export type Right = BookSettings['rights'][number];

export const CHANGES = ['books'];

export const OUTSIDE_WORDS: Readonly<Record<Figures['outside']['data'][number]['reason'], string>> = {
  not_stated: 'amount not stated',
  negative: 'negative amount',
  no_rate: 'no rate',
};

export const RIGHT_WORDS: Readonly<Record<Right, string>> = {
  see: 'see',
  edit: 'edit',
  approve_limits: 'approve limits',
};

export const MEASURE_WORDS = { net: 'net', gross: 'gross', share: 'share of the book' } as const;

/** The day and the knowledge that the address asks for. */
export function whichOf({ on, known }: BookSearch): { effective_on?: string; known_at?: string } {
  return {
    ...(on === '' ? {} : { effective_on: on }),
    // At the end of that day, or now while it lasts.
    ...(known === '' || known >= today() ? {} : { known_at: `${known}T23:59:59.999Z` }),
  };
}

export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

export function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/** What a limit is about; `names` says what the ids of providers are. */
export function scopeWords(of: LimitOf, nameOf: (name: string) => string): string {
  if (of.kind === 'name') return nameOf(of.name);
  if (of.kind === 'group') return `Group ${of.group}`;
  return of.band === 'none' ? 'Names without a score' : `${bandName(of.band)} together`;
}

/** Names of a book as limits write them: the id of a provider, or the text of a name without one. */
export function isOfName({ of }: LimitUse, { provider, written_name }: Position): boolean {
  return of.kind === 'name' && of.name === (provider ?? written_name);
}
