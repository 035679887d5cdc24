// What the one search of the site finds: in the header, in the guides, and in the palette of the desk.

export const SEARCH_KINDS = [
  'provider',
  'withdrawn',
  'act',
  'page',
  'guide',
  'operation',
  'console',
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

export interface SearchEntry {
  kind: SearchKind;
  /** Of the page, the provider or the operation. */
  title: string;
  /** Of the part of a page that the address leads to; empty for the page itself. */
  heading: string;
  text: string;
  address: string;
  /** What is found in it and not shown, such as the path of an operation. */
  code?: string;
  /** Other names that people know it by. */
  also?: readonly string[];
}

export interface SearchMatch {
  entry: SearchEntry;
  /** The text around the first match, split so that matched words have odd indexes. */
  excerpt: string[];
}

export interface MatchGroup {
  title: string;
  matches: readonly SearchMatch[];
}

const GROUP_TITLES: Readonly<Record<SearchKind, string>> = {
  provider: 'Providers',
  withdrawn: 'Withdrawn',
  act: 'Acts',
  page: 'Pages',
  guide: 'Guides',
  operation: 'API reference',
  console: 'Operations of the console',
};

/** By kind, the group with the best match first. */
export function groupedMatches(matches: readonly SearchMatch[]): MatchGroup[] {
  const byKind = Map.groupBy(matches, ({ entry }) => entry.kind);
  return [...byKind].map(([kind, found]) => ({ title: GROUP_TITLES[kind], matches: found }));
}
