// What somebody typed into a search, and the address that stands for it.

import { fold } from '@rf-indicators/contract/search';

const MOST_LETTERS = 120;

/** On one line and of a bounded length; empty for anything that is not a text. */
export function readSearchQuery(given: unknown): string {
  if (typeof given !== 'string') return '';
  // By whole characters: half of one could not be written in an address.
  const letters = [...given.slice(0, 4 * MOST_LETTERS).toWellFormed()].slice(0, MOST_LETTERS);
  return letters
    .join('')
    .replaceAll(/[\p{White_Space}\p{Cc}]+/gu, ' ')
    .trim();
}

/** The page repeats what was typed. */
export function searchUrl(query: string): string {
  return query === '' ? '/search' : `/search?q=${encodeURIComponent(query)}`;
}

/** Different spellings of the same words have one answer. */
export function resultsUrl(query: string): string {
  return `/search.json?q=${encodeURIComponent(fold(query))}`;
}
