// What the address says about the list of refused and failed calls.

import { useNavigate, useSearch } from '@tanstack/react-router';

export interface RequestSearch {
  request: string;
  /** The id of a key. */
  key: string;
  /** An HTTP status. */
  status: string;
  code: string;
  operation: string;
  /** The call at the side. */
  open: string;
}

const NOTHING: RequestSearch = { request: '', key: '', status: '', code: '', operation: '', open: '' };

/** Leaves out what is at its default, so that addresses stay short. */
export function readRequestSearch(search: Record<string, unknown>): Partial<RequestSearch> {
  const names = Object.keys(NOTHING) as (keyof RequestSearch)[];
  const given = names.flatMap((name) => {
    const value = String(search[name] ?? '');
    return value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}

export interface RequestSearching {
  search: RequestSearch;
  set: (change: Partial<RequestSearch>) => void;
  clear: () => void;
}

export function useRequestSearch(): RequestSearching {
  const search = {
    ...NOTHING,
    ...useSearch({ from: '/console/$workspace/requests', select: readRequestSearch }),
  };
  const navigate = useNavigate({ from: '/console/$workspace/requests' });
  const set = (change: Partial<RequestSearch>) =>
    void navigate({ search: readRequestSearch({ ...search, ...change }), replace: true });
  return { search, set, clear: () => set(NOTHING) };
}
