// What the address says about the list of keys.

export interface KeySearch {
  text: string;
  tier: string;
  state: 'in-use' | 'ended' | 'all';
}

export function readKeySearch(search: Record<string, unknown>): Partial<KeySearch> {
  const { text, tier, state } = search;
  return {
    ...(typeof text === 'string' && text !== '' ? { text } : {}),
    ...(typeof tier === 'string' && tier !== '' ? { tier } : {}),
    ...(state === 'ended' || state === 'all' ? { state } : {}),
  };
}
