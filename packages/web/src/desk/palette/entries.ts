// What the palette offers: pages, acts, and what a search finds.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { groupedMatches, type SearchEntry, type SearchMatch } from '@rf-indicators/contract/search';
import type { FrameSection } from '../../frame/frame.tsx';
import { withDates } from '../../ui/format.ts';

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

export function pageEntries(sections: readonly FrameSection[]): SearchEntry[] {
  return sections.map(({ name, to }) => ({
    ...{ kind: 'page', title: name, heading: '', text: '', address: to },
  }));
}

export function actEntries(roles: readonly string[]): SearchEntry[] {
  return ACTS.filter((act) => act.roles.some((role) => roles.includes(role))).map(({ name, to }) => ({
    ...{ kind: 'act', title: name, heading: '', text: '', address: to },
  }));
}

/** What the one search of the site found, or offers before anything is typed. */
export function matchGroups(matches: readonly SearchMatch[]): EntryGroup[] {
  return groupedMatches(matches).map(({ title, matches: found }) => ({
    title,
    entries: found.map(({ entry }) => entryOf(entry)),
  }));
}

export function entryOf({ kind, title, heading, address }: SearchEntry): Entry {
  const detail = heading === '' ? DETAILS[kind] : title;
  return { id: `${kind}:${address}:${title}`, name: heading === '' ? title : heading, detail, to: address };
}

const DETAILS: Readonly<Record<SearchEntry['kind'], string>> = {
  provider: 'provider',
  withdrawn: 'withdrawn',
  act: 'act',
  page: 'page',
  guide: 'guide',
  operation: 'operation',
  console: 'operation',
};

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
      ...{ id: `${kind}:${id}`, name, detail: withDates(detail ?? ''), to: KINDS[kind].to(id) },
    })),
  }));
}
