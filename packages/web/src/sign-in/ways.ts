// The ways to sign in that this service has.

import { useQuery } from '@tanstack/react-query';
import { send } from '../api/send.ts';

export interface Ways {
  /** Whether people can sign in with the OIDC provider of their organisation. */
  provider: boolean;
  /** Whether the service sends mails. */
  mail: boolean;
}

/** If the service does not say, a form can still be tried. */
const UNKNOWN: Ways = { provider: false, mail: true };

/** Undefined until it is known. */
export function useWays(): Ways | undefined {
  const { data, isError } = useQuery({
    queryKey: ['ways'],
    queryFn: () => send<Ways>('GET', '/api/auth/ways'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isError ? UNKNOWN : data;
}

/** Goes to the provider, which sends the browser back to this path of ours. */
export async function signInAtProvider(path: string): Promise<void> {
  const { url } = await send<{ url: string }>('POST', '/api/auth/sign-in/social', {
    provider: 'oidc',
    callbackURL: path,
    errorCallbackURL: '/sign-in',
  });
  location.assign(url);
}
