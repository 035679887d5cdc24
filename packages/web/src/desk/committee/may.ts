// Who may publish and discard a draft, and why not. The server refuses the same.

import type { Person } from '../../api/session.ts';
import { staffId } from '../staff.ts';
import type { Overview } from './groups.ts';

const NOT_DRAFT: Readonly<Record<string, string>> = {
  computing: 'It is still being computed.',
  published: 'It is published.',
  discarded: 'It was discarded.',
};

export function whyNotPublish(overview: Overview, person: Person): string | null {
  const { run } = overview;
  if (run.status !== 'draft') return NOT_DRAFT[run.status]!;
  if (run.progress !== null) return 'It is being published.';
  if (!hasRole(person, 'operator')) return 'Publishing takes the operator role.';
  return overview.committee.why_not;
}

export function whyNotDiscard({ run }: Overview, person: Person): string | null {
  if (run.status !== 'draft') return NOT_DRAFT[run.status]!;
  if (run.created_by === staffId(person) || hasRole(person, 'reviewer', 'operator')) return null;
  return 'An analyst discards only their own drafts; a reviewer or operator that of anybody.';
}

function hasRole({ roles }: Person, ...wanted: string[]): boolean {
  return roles.some((role) => wanted.includes(role));
}
