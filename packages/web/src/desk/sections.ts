// The sections of the desk, as the rail and the palette show them, with what waits in each.

import { useRead } from '../api/acts.ts';
import type { Person } from '../api/session.ts';
import type { FrameSection } from '../frame/section.ts';
import { useOpenCount } from './approvals/queue.ts';
import { useRequests, whyNot } from './requests/request.ts';

const group = 'Registers';

const REGISTER_SECTIONS: readonly FrameSection[] = [
  { name: 'Frameworks', icon: 'frameworks', to: '/desk/frameworks' },
  { group, name: 'Issuances', icon: 'issuances', to: '/desk/issuances' },
  { group, name: 'Score requests', icon: 'scoreRequests', to: '/desk/score-requests' },
  { group, name: 'Workspaces', icon: 'workspaces', to: '/desk/workspaces' },
  { group, name: 'Staff', icon: 'staff', to: '/desk/staff' },
  { group, name: 'Incidents', icon: 'incidents', to: '/desk/incidents' },
  { group, name: 'Signing keys and log', icon: 'log', to: '/desk/log' },
  { group, name: 'Audit', icon: 'audit', to: '/desk/audit' },
  { group, name: 'Service', icon: 'service', to: '/desk/service' },
];

export function useSections(person: Person): FrameSection[] {
  const proposals = useOpenCount()?.waiting ?? null;
  const requests = useRequests('open').requests?.filter((one) => whyNot(one, person) === null).length;
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
