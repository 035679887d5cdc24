// The filters of the list of providers.

import type { ReactNode } from 'react';
import { FilterChoice, Filters, FilterText } from '../../ui/filters.tsx';
import type { ProviderSearch, ProviderSearching } from './search.ts';
import { STANDING_WORDS, TYPE_WORDS } from './words.ts';

/** What is waited for, and whether retired ones are there, is chosen in one field: they are rarely combined. */
const SHOWN = { open: 'not retired', waiting: 'waiting for a second person', all: 'also retired' };

export function ProviderFilters({ search, set, aside }: ProviderSearching & { aside: ReactNode }) {
  return (
    <Filters aside={aside}>
      <FilterText label="Name, slug or id" value={search.text} onChange={(text) => set({ text })} />
      <FilterChoice
        label="Type"
        value={search.type}
        options={{ '': 'all', ...TYPE_WORDS }}
        onChange={(type) => set({ type: type as ProviderSearch['type'] })}
      />
      <FilterChoice
        label="Standing"
        value={search.standing}
        options={{ '': 'all', ...STANDING_WORDS }}
        onChange={(standing) => set({ standing: standing as ProviderSearch['standing'] })}
      />
      <FilterChoice
        label="Show"
        value={search.waiting ? 'waiting' : search.all ? 'all' : 'open'}
        options={SHOWN}
        onChange={(shown) => set({ waiting: shown === 'waiting', all: shown === 'all' })}
      />
    </Filters>
  );
}
