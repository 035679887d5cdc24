// The providers that have an indicator, by name. The list is public.

import type { PublicScores } from '@rf-indicators/contract';
import { useQuery } from '@tanstack/react-query';
import { send } from './send.ts';

export interface NamedProvider {
  id: string;
  name: string;
}

/** Undefined until they are known. */
export function useProviders(): readonly NamedProvider[] | undefined {
  const { data } = useQuery({
    queryKey: ['public-scores'],
    queryFn: () => send<PublicScores>('GET', '/api/public/scores'),
    staleTime: 5 * 60_000,
  });
  return data?.data;
}
