// The filters of the list of keys.

import { TIERS } from '@rf-indicators/contract/tiers';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FilterChoice, Filters, FilterText } from '../../ui/filters.tsx';
import { tierName } from '../../ui/words.ts';
import { isEnded, type Key } from './key.ts';
import { type KeySearch, readKeySearch } from './search.ts';

export function useKeySearch(): { search: KeySearch; set: (change: Partial<KeySearch>) => void } {
  const {
    text = '',
    tier = '',
    state = 'in-use',
    key = '',
  } = useSearch({ from: '/console/$workspace/keys', select: readKeySearch });
  const navigate = useNavigate({ from: '/console/$workspace/keys' });
  const search = { text, tier, state, key };
  return {
    search,
    set: (change) => void navigate({ search: readKeySearch({ ...search, ...change }), replace: true }),
  };
}

export function matches(key: Key, { text, tier, state }: KeySearch, now: number): boolean {
  const wanted = text.toLowerCase();
  const isFound = key.name.toLowerCase().includes(wanted) || key.prefix.toLowerCase().includes(wanted);
  const hasState = state === 'all' || isEnded(key, now) === (state === 'ended');
  return isFound && hasState && (tier === '' || key.effective_tier === tier);
}

type KeyFiltersProps = ReturnType<typeof useKeySearch> & { aside: ReactNode };

export function KeyFilters({ search, set, aside }: KeyFiltersProps) {
  return (
    <Filters aside={aside}>
      <FilterText label="Name or prefix" value={search.text} onChange={(text) => set({ text })} />
      <FilterChoice
        label="Tier"
        value={search.tier}
        options={{ '': 'all', ...Object.fromEntries(TIERS.map((tier) => [tier, tierName(tier)])) }}
        onChange={(tier) => set({ tier })}
      />
      <FilterChoice
        label="State"
        value={search.state}
        options={{ 'in-use': 'in use', ended: 'ended', all: 'all' }}
        onChange={(state) => set({ state: state as KeySearch['state'] })}
      />
    </Filters>
  );
}
