// The sections of the desk, as the rail and the palette show them, with what waits in each.

import { useRead } from '../api/acts.ts';
import type { Person } from '../api/session.ts';
import type { FrameSection } from '../frame/section.ts';
import { useOpenCount } from './approvals/queue.ts';
import { REGISTER_SECTIONS } from './registers/sections.ts';
import { useWaitingRequests } from './requests/waiting.ts';

export function useSections(person: Person): FrameSection[] {
  const proposals = useOpenCount()?.waiting ?? null;
  const requests = useWaitingRequests(person);
  const due = useRead('due.summary', {}).data?.total;
  return [
    { name: 'Home', icon: 'home', to: '/desk', isExact: true },
    { name: 'Approvals', icon: 'approvals', to: '/desk/approvals', number: proposals || null },
    { name: 'Due board', icon: 'due', to: '/desk/due', number: due || null },
    { name: 'Entry', icon: 'entry', to: '/desk/entry' },
    { name: 'Runs', icon: 'runs', to: '/desk/runs' },
    { name: 'Providers', icon: 'providers', to: '/desk/providers' },
    { name: 'Requests', icon: 'requests', to: '/desk/requests', number: requests || null },
    ...REGISTER_SECTIONS,
  ];
}
