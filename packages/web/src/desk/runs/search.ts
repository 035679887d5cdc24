// What the address says about the list of runs.

import { useNavigate, useSearch } from '@tanstack/react-router';
import { RUN_KINDS, RUN_STATES, type Run } from './run.ts';

export interface RunSearch {
  status?: Run['status'];
  kind?: Run['kind'];
}

export function readRunSearch({ status, kind }: Record<string, unknown>): RunSearch {
  return {
    ...(typeof status === 'string' && Object.hasOwn(RUN_STATES, status)
      ? { status: status as Run['status'] }
      : {}),
    ...(typeof kind === 'string' && Object.hasOwn(RUN_KINDS, kind) ? { kind: kind as Run['kind'] } : {}),
  };
}

export function useRunSearch() {
  const search = useSearch({ from: '/desk/runs', select: readRunSearch });
  const navigate = useNavigate({ from: '/desk/runs' });
  const set = (change: Record<string, string>) =>
    void navigate({ search: readRunSearch({ ...search, ...change }), replace: true });
  return { search, set, clear: () => void navigate({ search: {}, replace: true }) };
}
