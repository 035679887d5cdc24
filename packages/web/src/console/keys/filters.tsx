// The filters of the list of keys. They live in the address, so that back, reload and a link keep them.

import { useNavigate, useSearch } from '@tanstack/react-router';
import { tierName } from '../../ui/words.ts';
import { isEnded, type Key } from './key.ts';
import styles from './keys.module.css';
import { type Filters, readFilters } from './search.ts';

export function useKeyFilters(): Filters {
  const { text = '', tier = '', state = 'in-use' } = useSearch({ from: '/console/$workspace/keys' });
  return { text, tier, state };
}

export function matches(key: Key, { text, tier, state }: Filters, now: number): boolean {
  const wanted = text.toLowerCase();
  const isFound = key.name.toLowerCase().includes(wanted) || key.prefix.toLowerCase().includes(wanted);
  const hasState = state === 'all' || isEnded(key, now) === (state === 'ended');
  return isFound && hasState && (tier === '' || key.effective_tier === tier);
}

export function KeyFilters({ filters }: { filters: Filters }) {
  const navigate = useNavigate({ from: '/console/$workspace/keys' });
  const set = (change: Partial<Filters>) =>
    navigate({ search: readFilters({ ...filters, ...change }), replace: true });
  return (
    <search className={styles.filters}>
      <input
        type="search"
        aria-label="Name or prefix"
        placeholder="Name or prefix"
        value={filters.text}
        onChange={({ target }) => void set({ text: target.value })}
      />
      <select aria-label="Tier" value={filters.tier} onChange={({ target }) => void set({ tier: target.value })}>
        <option value="">Tier: all</option>
        {['FREE', 'PROFESSIONAL', 'ENTERPRISE', 'CUSTOM'].map((tier) => (
          <option key={tier} value={tier}>
            Tier: {tierName(tier)}
          </option>
        ))}
      </select>
      <select
        aria-label="State"
        value={filters.state}
        onChange={({ target }) => void set({ state: target.value as Filters['state'] })}
      >
        <option value="in-use">State: in use</option>
        <option value="ended">State: ended</option>
        <option value="all">State: all</option>
      </select>
    </search>
  );
}
