// What a search finds: groups of results, in the same order everywhere.

import type { NameRank } from './names.ts';

/** In the order of groups whose best results match equally well. */
export const RESULT_GROUPS = {
  id: 'Ids',
  recent: 'Recent',
  provider: 'Providers',
  act: 'Acts',
  page: 'Pages',
  input: 'Inputs',
  document: 'Documents',
  run: 'Runs',
  person: 'People',
  workspace: 'Workspaces',
  guide: 'Guides',
  operation: 'API reference',
  console: 'Operations of the console',
  change: 'Changes',
  similar: 'Similar names',
} as const;
export type ResultKind = keyof typeof RESULT_GROUPS;

export interface SearchResult {
  title: string;
  address: string;
  /** What it is a part of, such as the guide of a heading. */
  within?: string;
  /** Its facts, or the text that matches, split so that matched words have odd indexes. */
  text?: readonly string[];
  /** Why it was found, if its title does not show it: "formerly Old Name". */
  note?: string;
}

export interface ResultGroup {
  kind: ResultKind;
  /** How well its best result matches: the lower, the better. */
  rank: number;
  results: readonly SearchResult[];
}

/** The answer of /search.json. */
export interface SearchAnswer {
  groups: readonly ResultGroup[];
}

const KINDS = Object.keys(RESULT_GROUPS) as ResultKind[];

/** The group with the best match first. */
export function orderedGroups(groups: readonly ResultGroup[]): ResultGroup[] {
  return groups
    .filter(({ results }) => results.length > 0)
    .sort((one, other) => one.rank - other.rank || KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind));
}

/** The rank of a document of which only the text matches. */
export const IN_TEXT = 6;

/** Ranks of matches in documents are steps of this scale, too: a name that is inside a word comes after headings. */
const NAME_RANKS: Readonly<Record<NameRank, number>> = { 0: 0, 1: 1, 2: 1, 3: 3.5, 4: 1.5 };

export function rankOfName(rank: NameRank): number {
  return NAME_RANKS[rank];
}
