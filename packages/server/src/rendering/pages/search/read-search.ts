// GET /search.json and GET /search: the same groups of results, as a list while somebody types and as a page.

import type { SearchAnswer } from '@rf-indicators/contract/search';
import type { Found, Parameters, Reading } from '../../reading.ts';
import { findEverything, type SearchBounds } from '../../search/find.ts';
import { searchPage } from './page.ts';

/** Some twenty results: a screen. */
const TYPED: SearchBounds = { ids: 3, providers: 6, documents: 3, changes: 3 };
const PAGE: SearchBounds = { ids: 10, providers: 20, documents: 10, changes: 10 };

export async function readSearchResults(reading: Reading, { q }: Parameters): Promise<Found> {
  const answer: SearchAnswer = { groups: await findEverything(reading, String(q), TYPED) };
  return found(reading, JSON.stringify(answer), 'application/json');
}

export async function readSearchPage(reading: Reading, { q }: Parameters): Promise<Found> {
  const query = String(q);
  const groups = await findEverything(reading, query, PAGE);
  return found(reading, searchPage(reading.site, groups, query).text, 'text/html; charset=utf-8');
}

function found({ clock }: Reading, content: string, mediaType: string): Found {
  return { content, lastModified: Math.floor(clock()), mediaType };
}
