// What a person opened last from the search of an area, kept in this browser.

import type { SearchResult } from '@rf-indicators/contract/search';

const MOST = 5;

export interface RecentResults {
  read(): SearchResult[];
  keep(result: SearchResult): void;
}

/** `isOwn` says whether an address is in the area. */
export function recentResults(base: string, isOwn: (address: string) => boolean): RecentResults {
  const key = `search.recent ${base}`;
  const read = (): SearchResult[] => {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
      return Array.isArray(stored) ? stored.filter((one) => isResult(one, isOwn)).slice(0, MOST) : [];
    } catch {
      return [];
    }
  };
  return {
    read,
    keep: ({ title, address, within }) => {
      const others = read().filter((one) => one.address !== address || one.title !== title);
      const newest = within === undefined ? { title, address } : { title, address, within };
      localStorage.setItem(key, JSON.stringify([newest, ...others].slice(0, MOST)));
    },
  };
}

/** Anything else on this host could have written there. */
function isResult(value: unknown, isOwn: (address: string) => boolean): value is SearchResult {
  const { title, address, within = '' } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof title === 'string' && typeof within === 'string' && typeof address === 'string' && isOwn(address)
  );
}
