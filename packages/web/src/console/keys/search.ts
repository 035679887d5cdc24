// The filters of the list of keys, as the address has them.

export interface Filters {
  text: string;
  tier: string;
  state: 'in-use' | 'ended' | 'all';
}

export function readFilters(search: Record<string, unknown>): Partial<Filters> {
  const { text, tier, state } = search;
  return {
    ...(typeof text === 'string' && text !== '' ? { text } : {}),
    ...(typeof tier === 'string' && tier !== '' ? { tier } : {}),
    ...(state === 'ended' || state === 'all' ? { state } : {}),
  };
}
