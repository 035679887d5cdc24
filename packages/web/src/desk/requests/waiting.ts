// How many requests wait for this person, for the rail.

import type { Person } from '../../api/session.ts';
import { useRequests, whyNot } from './request.ts';

export function useWaitingRequests(person: Person): number | null {
  const { requests } = useRequests('open');
  return requests?.filter((request) => whyNot(request, person) === null).length ?? null;
}
