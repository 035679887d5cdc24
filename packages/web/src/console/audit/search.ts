// What the address says about the audit trail.

import type { InputOf } from '@rf-indicators/contract/acts';
import { useNavigate, useSearch } from '@tanstack/react-router';

export interface AuditSearch {
  /** The id of a member. */
  actor: string;
  /** The beginning of actions, such as "key.". */
  about: string;
  /** Calendar dates in the reader's zone, such as 2026-11-14. */
  from: string;
  to: string;
  /** The number of the record at the side. */
  record: number | null;
}

const NOTHING: AuditSearch = { actor: '', about: '', from: '', to: '', record: null };
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Leaves out what is at its default, so that addresses stay short. */
export function readAuditSearch(search: Record<string, unknown>): Partial<AuditSearch> {
  const { actor, about, from, to, record } = search;
  return {
    ...(typeof actor === 'string' && actor !== '' ? { actor } : {}),
    ...(typeof about === 'string' && about !== '' ? { about } : {}),
    ...(typeof from === 'string' && DAY.test(from) ? { from } : {}),
    ...(typeof to === 'string' && DAY.test(to) ? { to } : {}),
    ...(typeof record === 'number' ? { record } : {}),
  };
}

export interface AuditSearching {
  search: AuditSearch;
  set: (change: Partial<AuditSearch>) => void;
  clear: () => void;
}

export function useAuditSearch(): AuditSearching {
  const search = { ...NOTHING, ...useSearch({ from: '/console/$workspace/audit', select: readAuditSearch }) };
  const navigate = useNavigate({ from: '/console/$workspace/audit' });
  const set = (change: Partial<AuditSearch>) =>
    void navigate({ search: readAuditSearch({ ...search, ...change }), replace: true });
  return { search, set, clear: () => set(NOTHING) };
}

type AuditInput = Pick<InputOf<'workspaces.audit'>, 'actor' | 'action' | 'from' | 'to' | 'newest_first'>;

/** Without what is not filtered by. */
export function filterOf({ actor, about, from, to }: AuditSearch): AuditInput {
  return {
    newest_first: true,
    ...(actor === '' ? {} : { actor }),
    ...(about === '' ? {} : { action: about }),
    ...(from === '' ? {} : { from: Date.parse(`${from}T00:00:00`) }),
    ...(to === '' ? {} : { to: Date.parse(`${to}T23:59:59.999`) }),
  };
}
