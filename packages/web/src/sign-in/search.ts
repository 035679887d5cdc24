// What the address says about a sign-in.

export interface SignInSearch {
  /** Where the person was going. */
  to?: string;
  error?: string;
}

export function readSignInSearch(search: Record<string, unknown>): SignInSearch {
  const to = ownPath(search.to);
  return {
    ...(to === undefined ? {} : { to }),
    ...(typeof search.error === 'string' ? { error: search.error } : {}),
  };
}

/** Only a path of ours: no link may lead to another site after a sign-in. Browsers leave out control characters. */
function ownPath(value: unknown): string | undefined {
  return typeof value === 'string' && /^\/(?![/\\])\P{Cc}*$/u.test(value) ? value : undefined;
}
