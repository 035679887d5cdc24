// What the address says about the list of keys.

export interface KeySearch {
  text: string;
  tier: string;
  state: 'in-use' | 'ended' | 'all';
  /** The prefix of the key that is open. */
  key: string;
}

export function readKeySearch(search: Record<string, unknown>): Partial<KeySearch> {
  const { text, tier, state, key } = search;
  return {
    ...(typeof text === 'string' && text !== '' ? { text } : {}),
    ...(typeof tier === 'string' && tier !== '' ? { tier } : {}),
    ...(typeof key === 'string' && key !== '' ? { key } : {}),
    ...(state === 'ended' || state === 'all' ? { state } : {}),
  };
}
