// What a person's account consists of: the operations under /api/auth.

import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { send } from '../api/send.ts';
import { SESSION_KEY } from '../api/session.ts';
import { signedIn } from '../api/sign-in-again.ts';

export interface Credentials {
  has_password: boolean;
  has_second_factor: boolean;
  has_provider: boolean;
}

export interface Passkey {
  id: string;
  name: string | null;
  createdAt: string;
  /** Whether the device keeps a copy elsewhere. */
  backedUp: boolean;
}

export interface BrowserSession {
  id: string;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  address: string | null;
  user_agent: string | null;
  current: boolean;
}

const KEY = 'account';

function useOwn<T>(path: string): UseQueryResult<T> {
  return useQuery({
    queryKey: [KEY, path],
    queryFn: () => signedIn(() => send<T>('GET', `/api/auth${path}`)),
  });
}

export const useCredentials = () => useOwn<Credentials>('/credentials');
export const usePasskeys = () => useOwn<Passkey[]>('/passkey/list-user-passkeys');
export const useSessions = () => useOwn<{ data: BrowserSession[] }>('/sessions');

/** A change of one's account; what the page shows is read again afterwards. */
export function useChange<Input, Answer = unknown>(change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => signedIn(() => change(input)),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [KEY] });
      await client.invalidateQueries({ queryKey: SESSION_KEY });
    },
  });
}

export async function signOutEverywhere(): Promise<void> {
  await send('POST', '/api/auth/sessions/end-all', {});
  // A new page: nothing that was read stays in memory.
  location.assign('/sign-in');
}
