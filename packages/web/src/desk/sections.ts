// The sections of the desk, as the rail and the palette show them, with what waits in each.

import { useRead } from '../api/acts.ts';
import type { Person } from '../api/session.ts';
import type { FrameSection } from '../frame/section.ts';
import { isOwn } from './approvals/proposal.ts';
import { useOpenProposals } from './approvals/queue.ts';
import { useWaitingRequests } from './requests/waiting.ts';

export function useSections(person: Person): FrameSection[] {
  const open = useOpenProposals().data?.data;
  const proposals = open?.filter((proposal) => !isOwn(proposal, person)).length ?? null;
  const requests = useWaitingRequests(person);
  const due = useRead('due.summary', {}).data?.total;
  return [
    { name: 'Home', icon: 'home', to: '/desk', isExact: true },
    { name: 'Approvals', icon: 'approvals', to: '/desk/approvals', number: proposals || null },
    { name: 'Due board', icon: 'due', to: '/desk/due', number: due || null },
    { name: 'Runs', icon: 'runs', to: '/desk/runs' },
    { name: 'Providers', icon: 'providers', to: '/desk/providers' },
    { name: 'Requests', icon: 'requests', to: '/desk/requests', number: requests || null },
  ];
}
