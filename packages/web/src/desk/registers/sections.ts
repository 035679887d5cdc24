// The frameworks and the registers in the rail of the desk.

import type { FrameSection } from '../../frame/section.ts';

const group = 'Registers';

export const REGISTER_SECTIONS: readonly FrameSection[] = [
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
