// The providers that a policy is about: all, those that it names, or those in which a book has a position.

import type { Policy, PolicyScope } from './document.ts';
import type { PolicySnapshot } from './snapshot.ts';

/** The book that a policy is about; null if it is about all providers, or names them. */
export function bookInScope({ scope }: Pick<Policy, 'scope'>): string | null {
  return isBookScope(scope) ? scope.book : null;
}

/** Undefined: the snapshot does not say whether the provider is in the book. */
export function isInScope(scope: PolicyScope, { provider, in_books }: PolicySnapshot): boolean | undefined {
  if (scope === 'all') return true;
  if (!isBookScope(scope)) return scope.includes(provider);
  const books: unknown = in_books;
  const isList = Array.isArray(books) && books.every((one) => typeof one === 'string');
  return isList ? books.includes(scope.book) : undefined;
}

function isBookScope(scope: PolicyScope): scope is { book: string } {
  return scope !== 'all' && 'book' in scope;
}
