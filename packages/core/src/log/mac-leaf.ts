// The leaf that says since which entry the record chain has MACs. Every store has one: a new store gets it with its first
// seal, and a store that is older than MACs from `rf migrate`. A second one is a finding.

import type { Queries, Writes } from '../store/store.ts';
import { leaf } from './fact-leaves.ts';
import type { NewLeaf } from './store.ts';

export interface MacLeaf {
  idx: number;
  /** Entries up to this one have no MAC; 0 for a store that has had MACs from the beginning. */
  count: number;
  /** The link of that entry. */
  head: string;
  /** How many entries after it are of rows that were taken as they were found; 0 for a store that is not older. */
  found: number;
  /** The size of the log when the leaf was made. */
  tree_size: number;
}

export function macLeaf(at: number, { count, head, found, tree_size }: Omit<MacLeaf, 'idx'>): NewLeaf {
  return leaf('macs', at, { count, found, head, tree_size });
}

export async function macLeaves(db: Queries | Writes): Promise<MacLeaf[]> {
  const rows = await db
    .selectFrom('log_leaves')
    .select(['idx', 'leaf'])
    .where('kind', '=', 'macs')
    .orderBy('idx')
    .execute();
  return rows.map(({ idx, leaf: text }) => ({ ...(JSON.parse(text) as Omit<MacLeaf, 'idx'>), idx }));
}
