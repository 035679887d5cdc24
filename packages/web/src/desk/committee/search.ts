// What the address of a run says: the provider that is open, and the scoring time where a correction has several.

export interface CommitteeSearch {
  provider?: string;
  at?: number;
}

export function readCommitteeSearch({ provider, at }: Record<string, unknown>): CommitteeSearch {
  const instant = Number(at);
  return {
    ...(typeof provider === 'string' && provider !== '' ? { provider } : {}),
    ...(Number.isSafeInteger(instant) && instant > 0 ? { at: instant } : {}),
  };
}
