// Who may publish and discard a draft, and why not. The server refuses the same.

import type { Person } from '../../api/session.ts';
import { staffId } from '../staff.ts';
import type { Overview } from './groups.ts';

const NOT_DRAFT: Readonly<Record<string, string>> = {
  computing: 'It is still being computed.',
  published: 'It is published.',
  discarded: 'It was discarded.',
};

export function whyNotPublish({ run, committee }: Overview, person: Person): string | null {
  if (run.status !== 'draft') return NOT_DRAFT[run.status]!;
  if (run.progress !== null) return 'It is being published.';
  if (committee.why_not !== null) return committee.why_not;
  return hasRole(person, 'operator') ? null : 'Publishing requires the operator role.';
}

export function whyNotDiscard({ run }: Overview, person: Person): string | null {
  if (run.status !== 'draft') return NOT_DRAFT[run.status]!;
  if (run.created_by === staffId(person) || hasRole(person, 'reviewer', 'operator')) return null;
  return 'An analyst can discard only their own drafts; a reviewer or an operator can discard any.';
}

function hasRole({ roles }: Person, ...wanted: string[]): boolean {
  return roles.some((role) => wanted.includes(role));
}
