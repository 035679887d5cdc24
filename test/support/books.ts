// Documents of books for tests.

import type { BookContents, BookPosition } from '@rf-indicators/core/books/contents';
import type { BookLimits, Limit } from '@rf-indicators/core/books/limit-document';

/** A position in the reporting currency of `contentsOf`, with a net amount alone. */
export function positionOf(id: string, net: string | null, more: Partial<BookPosition> = {}): BookPosition {
  return {
    ...{ id, name: `Name of ${id}`, provider: null, currency: 'EUR', gross: null, collateral: null, net },
    ...{ group: null, maturity: null, note: null, tags: [], ...more },
  };
}

export function contentsOf(positions: BookPosition[], more: Partial<BookContents> = {}): BookContents {
  return { format: 'rf-book-1', currency: 'EUR', measure: 'net', rates: [], positions, ...more };
}

export function limitsOf(...limits: Limit[]): BookLimits {
  return { format: 'rf-book-limits-1', limits };
}

export function limitOf(id: string, at_most: string, more: Partial<Limit> = {}): Limit {
  return { id, measure: 'net', of: { kind: 'group', group: 'lending' }, at_most, ...more };
}
