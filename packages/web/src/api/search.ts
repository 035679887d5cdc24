// The search, and what an area of signed-in people adds to it. The script of the site draws it on every page; console and desk
// hear two events on the document.

import type { ResultGroup, ResultKind, SearchAnswer, SearchResult } from '@rf-indicators/contract/search';

/** What the console of a workspace or the desk adds to the search. */
export interface SearchArea {
  /** Of the field: what can be found. */
  label: string;
  /** Groups of the public search of which the area has its own. */
  replaces: readonly ResultKind[];
  /** Before anything is typed. */
  offered(): readonly ResultGroup[];
  /** What is known without asking the server. */
  find(query: string): readonly ResultGroup[];
  /** What only its people may find. */
  ask(query: string): Promise<readonly ResultGroup[]>;
  /** Opens a page of the area; false if the result is elsewhere. */
  go(result: SearchResult): boolean;
}

const AREA = 'rf-search-area';
const OPEN = 'rf-search-open';

type AreaEvent = CustomEvent<{ area: SearchArea | null }>;

/** The area of the page that is open; null on public pages. */
export function currentArea(): SearchArea | null {
  const event: AreaEvent = new CustomEvent(AREA, { detail: { area: null } });
  document.dispatchEvent(event);
  return event.detail.area;
}

/** Until the function that it returns is called. */
export function provideArea(area: () => SearchArea): () => void {
  const onAsked = (event: Event) => {
    (event as AreaEvent).detail.area = area();
  };
  document.addEventListener(AREA, onAsked);
  return () => document.removeEventListener(AREA, onAsked);
}

export function openSearch(): void {
  document.dispatchEvent(new CustomEvent(OPEN));
}

/** Until the function that it returns is called. */
export function onSearchOpened(act: () => void): () => void {
  document.addEventListener(OPEN, act);
  return () => document.removeEventListener(OPEN, act);
}

/** A static copy of the site has no search. */
export class NoSearch extends Error {}

export async function readResults(query: string, signal: AbortSignal): Promise<readonly ResultGroup[]> {
  const response = await fetch(`/search.json?q=${encodeURIComponent(query)}`, { signal });
  if (response.status === 404) throw new NoSearch('There is no search here.');
  if (!response.ok) throw new Error(`The search answered ${response.status}`);
  const answer: SearchAnswer = await response.json();
  return answer.groups;
}

/** The page with all results, which works without scripts too. */
export function searchPageOf(query: string): string {
  return `/search?q=${encodeURIComponent(query)}`;
}
