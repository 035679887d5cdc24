// What the palette offers: pages, acts, and what a search finds.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import type { FrameSection } from '../../frame/frame.tsx';

export type Found = AnswerOf<'desk.search'>['data'][number];

export interface Entry {
  /** Tells it from others; recent ones are kept by it. */
  id: string;
  name: string;
  detail: string;
  to: string;
}

export interface EntryGroup {
  title: string;
  entries: readonly Entry[];
}

/** Acts that begin on a page, with the roles that may do them. */
const ACTS: readonly { name: string; to: string; roles: readonly string[] }[] = [
  { name: 'Enter inputs from a document', to: '/desk/entry', roles: ['analyst'] },
  { name: 'Renew evidence that is due', to: '/desk/due', roles: ['analyst'] },
  { name: 'Approve proposals', to: '/desk/approvals', roles: ['reviewer'] },
  { name: 'Start a run', to: '/desk/runs', roles: ['analyst', 'operator'] },
  { name: 'Publish a draft', to: '/desk/runs', roles: ['operator'] },
  {
    name: 'Approve as the second person',
    to: '/desk/requests',
    roles: ['operator', 'reviewer', 'chief_risk_officer'],
  },
  { name: 'Import or sign a framework', to: '/desk/frameworks', roles: ['operator', 'chief_risk_officer'] },
  { name: 'Triage score requests', to: '/desk/score-requests', roles: ['analyst', 'operator'] },
  { name: 'Invite a customer', to: '/desk/workspaces', roles: ['operator'] },
  { name: 'Invite a colleague', to: '/desk/staff', roles: ['operator', 'chief_risk_officer'] },
  { name: 'Open an incident', to: '/desk/incidents', roles: ['operator'] },
  { name: 'Verify everything', to: '/desk/log', roles: ['operator'] },
];

export function pageEntries(sections: readonly FrameSection[]): Entry[] {
  return sections.map(({ name, to }) => ({ id: `page:${to}`, name, detail: 'page', to }));
}

export function actEntries(roles: readonly string[]): Entry[] {
  return ACTS.filter((act) => act.roles.some((role) => roles.includes(role))).map(({ name, to }) => ({
    ...{ id: `act:${name}`, name, detail: 'act', to },
  }));
}

const KINDS: Readonly<Record<Found['kind'], { title: string; to: (id: string) => string }>> = {
  provider: { title: 'Providers', to: (id) => `/desk/providers/${id}` },
  input: { title: 'Inputs', to: (id) => `/desk/due?input=${id}&time=all` },
  document: { title: 'Documents', to: (id) => `/desk/evidence/${id}` },
  run: { title: 'Runs', to: (id) => `/desk/runs/${id}` },
  person: { title: 'People', to: (id) => `/desk/staff?open=${id}` },
  workspace: { title: 'Workspaces', to: (id) => `/desk/workspaces?open=${id}` },
};

export function foundGroups(found: readonly Found[]): EntryGroup[] {
  const byKind = Map.groupBy(found, ({ kind }) => kind);
  return [...byKind].map(([kind, rows]) => ({
    title: KINDS[kind].title,
    entries: rows.map(({ id, name, detail }) => ({
      ...{ id: `${kind}:${id}`, name, detail: detail ?? '', to: KINDS[kind].to(id) },
    })),
  }));
}

/** Those whose name has every word that was typed. */
export function matching(entries: readonly Entry[], query: string): Entry[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return entries.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
}
