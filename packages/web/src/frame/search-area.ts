// What console and desk add to the search: their pages and acts, what was opened last, and what only their people may find.

import {
  orderedGroups,
  type ResultGroup,
  rankedByName,
  rankOfName,
  type SearchResult,
} from '@rf-indicators/contract/search';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { provideArea, type SearchArea } from '../api/search.ts';
import type { FrameSection } from './frame.tsx';
import { recentResults } from './recent-results.ts';

/** A page of the area goes before a guide that is called alike. */
const OWN_FIRST = 1;

export interface AreaSearch extends Pick<SearchArea, 'label' | 'replaces' | 'ask'> {
  /** The address that all pages of the area begin with. */
  base: string;
  sections: readonly Pick<FrameSection, 'name' | 'to'>[];
  /** Acts that begin on a page. */
  acts: readonly SearchResult[];
}

/** While the area is shown, the search finds what is in it. */
export function useSearchArea(given: AreaSearch): void {
  const { history } = useRouter();
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });
  useEffect(() => provideArea(() => areaOf(latest.current, (address) => history.push(address))), [history]);
}

function areaOf({ base, sections, acts, ...rest }: AreaSearch, open: (address: string) => void): SearchArea {
  const pages = sections.map(({ name, to }) => ({ title: name, address: to }));
  const isOwn = (address: string) =>
    address === base || address.startsWith(`${base}/`) || address.startsWith(`${base}?`);
  const recent = recentResults(base, isOwn);
  const own: Unranked[] = [
    { kind: 'act', results: acts },
    { kind: 'page', results: pages },
  ];
  return {
    ...rest,
    offered: () => orderedGroups([{ kind: 'recent' as const, results: recent.read() }, ...own].map(unranked)),
    find: (query) =>
      own.flatMap(({ kind, results }): ResultGroup[] => {
        const found = rankedByName(results, ({ title }) => [title], query);
        if (found.length === 0) return [];
        return [
          { kind, rank: rankOfName(found[0]!.rank) - OWN_FIRST, results: found.map(({ item }) => item) },
        ];
      }),
    go: (result) => {
      if (!isOwn(result.address)) return false;
      recent.keep(result);
      open(result.address);
      return true;
    },
  };
}

type Unranked = Omit<ResultGroup, 'rank'>;

function unranked(group: Unranked): ResultGroup {
  return { ...group, rank: 0 };
}
