// What the address says about the list of agent calls.

import { useNavigate, useSearch } from '@tanstack/react-router';

export interface AgentSearch {
  tool: string;
  /** The id of a key. */
  key: string;
  /** ok, or the code of a problem. */
  outcome: string;
}

const NOTHING: AgentSearch = { tool: '', key: '', outcome: '' };

/** Leaves out what is at its default, so that addresses stay short. */
export function readAgentSearch(search: Record<string, unknown>): Partial<AgentSearch> {
  const { tool, key, outcome } = search;
  return {
    ...(typeof tool === 'string' && tool !== '' ? { tool } : {}),
    ...(typeof key === 'string' && key !== '' ? { key } : {}),
    ...(typeof outcome === 'string' && outcome !== '' ? { outcome } : {}),
  };
}

export interface AgentSearching {
  search: AgentSearch;
  set: (change: Partial<AgentSearch>) => void;
  clear: () => void;
}

export function useAgentSearch(): AgentSearching {
  const search = {
    ...NOTHING,
    ...useSearch({ from: '/console/$workspace/agents', select: readAgentSearch }),
  };
  const navigate = useNavigate({ from: '/console/$workspace/agents' });
  const set = (change: Partial<AgentSearch>) =>
    void navigate({ search: readAgentSearch({ ...search, ...change }), replace: true });
  return { search, set, clear: () => set(NOTHING) };
}
