// What the address of the list of providers says: its filters.

import type { InputOf } from '@rf-indicators/contract/acts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type PlannerType, STANDING_WORDS, type Standing, TYPE_WORDS } from './words.ts';

export interface ProviderSearch {
  text: string;
  type: PlannerType | '';
  standing: Standing | '';
  /** Only those that wait for a second person. */
  waiting: boolean;
  /** Also retired ones. */
  all: boolean;
}

const NO_FILTERS: ProviderSearch = { text: '', type: '', standing: '', waiting: false, all: false };

/** Leaves out what is at its default, so that addresses stay short. */
export function readProviderSearch(search: Record<string, unknown>): Partial<ProviderSearch> {
  const { text, type, standing, waiting, all } = search;
  return {
    ...(typeof text === 'string' && text !== '' ? { text } : {}),
    ...(Object.hasOwn(TYPE_WORDS, String(type)) ? { type: type as PlannerType } : {}),
    ...(Object.hasOwn(STANDING_WORDS, String(standing)) ? { standing: standing as Standing } : {}),
    ...(waiting === true ? { waiting } : {}),
    ...(all === true ? { all } : {}),
  };
}

export interface ProviderSearching {
  search: ProviderSearch;
  set: (change: Partial<ProviderSearch>) => void;
  clear: () => void;
}

export function useProviderSearch(): ProviderSearching {
  const given = useSearch({ from: '/desk/providers', select: readProviderSearch });
  const search = { ...NO_FILTERS, ...given };
  const navigate = useNavigate({ from: '/desk/providers' });
  const set = (change: Partial<ProviderSearch>) =>
    void navigate({
      search: readProviderSearch({ ...search, ...change }),
      replace: true,
      resetScroll: false,
    });
  return { search, set, clear: () => set(NO_FILTERS) };
}

export type ProviderFilter = Omit<InputOf<'providers.list'>, 'limit' | 'cursor' | 'offset'>;

/** Without what is not filtered by. */
export function filterOf({ text, type, standing, waiting, all }: ProviderSearch): ProviderFilter {
  return {
    ...(text.trim() === '' ? {} : { text: text.trim().slice(0, 200) }),
    ...(type === '' ? {} : { planner_type: type }),
    ...(standing === '' ? {} : { standing }),
    ...(waiting ? { waiting } : {}),
    ...(all ? { all } : {}),
  };
}
