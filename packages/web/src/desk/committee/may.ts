// Who may approve, publish and discard a draft, and why not. The server refuses the same.

import type { Person } from '../../api/session.ts';
import { count } from '../../ui/format.ts';
import { staffId } from '../staff.ts';
import { type Overview, publishingCounts } from './groups.ts';

const NOT_DRAFT: Readonly<Record<string, string>> = {
  computing: 'It is still being computed.',
  published: 'It is published.',
  discarded: 'It was discarded.',
};

export function whyNotApprove({ run, approvals }: Overview, person: Person): string | null {
  if (run.status !== 'draft') return NOT_DRAFT[run.status]!;
  if (!hasRole(person, 'reviewer', 'operator')) return 'Approving takes the reviewer or operator role.';
  if (approvals.some(({ staff_id }) => staff_id === staffId(person))) return 'You have approved it.';
  return null;
}

export function whyNotPublish(overview: Overview, person: Person): string | null {
  const { run, approvals } = overview;
  if (run.status !== 'draft') return NOT_DRAFT[run.status]!;
  if (run.progress !== null) return 'It is being published.';
  if (!hasRole(person, 'operator')) return 'Publishing takes the operator role.';
  const { takesTwo } = publishingCounts(overview);
  const isAlone = takesTwo === 0 && run.kind !== 'correction' && run.kind !== 'reinstatement';
  const others = approvals.filter(({ staff_id, counts }) => counts && staff_id !== staffId(person));
  if (isAlone || others.length > 0) return null;
  const own = approvals.length > 0 ? ' Your own approval does not count for what you publish.' : '';
  return `${count(takesTwo)} of its indicators take two people: another reviewer or operator approves the draft first.${own}`;
}

export function whyNotDiscard({ run }: Overview, person: Person): string | null {
  if (run.status !== 'draft') return NOT_DRAFT[run.status]!;
  if (run.created_by === staffId(person) || hasRole(person, 'reviewer', 'operator')) return null;
  return 'An analyst discards only their own drafts; a reviewer or operator that of anybody.';
}

function hasRole({ roles }: Person, ...wanted: string[]): boolean {
  return roles.some((role) => wanted.includes(role));
}
