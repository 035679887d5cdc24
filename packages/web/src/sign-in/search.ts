// What the address says about a sign-in.

export interface SignInSearch {
  /** Where the person was going. */
  to?: string;
  error?: string;
  /** code: the provider has vouched for the person, whose second factor is asked for now. */
  step?: 'code';
}

export function readSignInSearch(search: Record<string, unknown>): SignInSearch {
  const to = ownPath(search.to);
  return {
    ...(to === undefined ? {} : { to }),
    ...(typeof search.error === 'string' ? { error: search.error } : {}),
    ...(search.step === 'code' ? { step: 'code' as const } : {}),
  };
}

/** Only a path of ours: no link may lead to another site after a sign-in. Browsers leave out control characters. */
function ownPath(value: unknown): string | undefined {
  return typeof value === 'string' && /^\/(?![/\\])\P{Cc}*$/u.test(value) ? value : undefined;
}
