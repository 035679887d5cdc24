// What the desk adds to the search: acts by role, and everything that only staff may find.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import type { ResultGroup, SearchResult } from '@rf-indicators/contract/search';
import { callAct } from '../../api/acts.ts';
import { withDates } from '../../ui/format.ts';

/** Acts that begin on a page, with the roles that may do them. */
const ACTS: readonly { title: string; address: string; roles: readonly string[] }[] = [
  { title: 'Enter inputs from a document', address: '/desk/entry', roles: ['analyst'] },
  { title: 'Renew evidence that is due', address: '/desk/due', roles: ['analyst'] },
  { title: 'Approve proposals', address: '/desk/approvals', roles: ['reviewer'] },
  { title: 'Start a run', address: '/desk/runs', roles: ['analyst', 'operator'] },
  {
    title: 'Vote in the committee',
    address: '/desk/committee',
    roles: ['analyst', 'reviewer', 'chief_risk_officer'],
  },
  { title: 'Publish a draft', address: '/desk/runs', roles: ['operator'] },
  {
    title: 'Approve as the second person',
    address: '/desk/requests',
    roles: ['operator', 'reviewer', 'chief_risk_officer'],
  },
  {
    title: 'Import or sign a framework',
    address: '/desk/frameworks',
    roles: ['operator', 'chief_risk_officer'],
  },
  { title: 'Triage score requests', address: '/desk/score-requests', roles: ['analyst', 'operator'] },
  { title: 'Invite a customer', address: '/desk/workspaces', roles: ['operator'] },
  { title: 'Invite a colleague', address: '/desk/staff', roles: ['operator', 'chief_risk_officer'] },
  { title: 'Open an incident', address: '/desk/incidents', roles: ['operator'] },
  { title: 'Verify everything', address: '/desk/log', roles: ['operator'] },
];

export function actsFor(roles: readonly string[]): SearchResult[] {
  return ACTS.filter((act) => act.roles.some((role) => roles.includes(role))).map(({ title, address }) => ({
    title,
    address,
  }));
}

type Found = AnswerOf<'desk.search'>['data'][number];

const ADDRESSES: Readonly<Record<Found['kind'], (id: string) => string>> = {
  provider: (id) => `/desk/providers/${id}`,
  input: (id) => `/desk/due?view=list&input=${id}&time=all`,
  document: (id) => `/desk/evidence/${id}`,
  run: (id) => `/desk/runs/${id}`,
  person: (id) => `/desk/staff?open=${id}`,
  workspace: (id) => `/desk/workspaces?open=${id}`,
};

/** As the act takes it. */
const MOST_LETTERS = 100;

export async function askDesk(query: string): Promise<ResultGroup[]> {
  const { data } = await callAct('desk.search', { query: query.slice(0, MOST_LETTERS) });
  return [...Map.groupBy(data, ({ kind }) => kind)].map(([kind, found]) => ({
    kind,
    rank: Math.min(...found.map(({ rank }) => rank)),
    results: found.map(resultOf),
  }));
}

function resultOf({ kind, id, name, detail, note }: Found): SearchResult {
  return {
    title: name,
    address: ADDRESSES[kind](id),
    ...(detail === null ? {} : { text: [withDates(detail)] }),
    ...(note === null ? {} : { note }),
  };
}
