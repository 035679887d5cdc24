// Doctor check of the nodes that share a store: which of them run, and which one does the scheduled work.

import { type ListedNode, listNodes } from '../../nodes/registry.ts';
import type { Store } from '../../store/store.ts';
import { ok, type Verdict, warn } from './doctor-verdict.ts';

/** Only on PostgreSQL: a store on SQLite has one node, which a lock guards. */
export async function liveNodes({ db, kind }: Store, now: number): Promise<ListedNode[]> {
  if (kind === 'sqlite') return [];
  return (await listNodes(db, kind, now)).filter((node) => node.live);
}

export function checkNodes(live: readonly ListedNode[]): Verdict {
  const names = live.map(({ name }) => name).join(', ');
  const running = `${live.length} ${live.length === 1 ? 'node is' : 'nodes are'} running (${names})`;
  const leader = live.find((node) => node.leader);
  if (leader === undefined)
    return warn(
      `${running}, but none does the scheduled work`,
      'wait ten seconds; after that, look at /api/v1/status of each node: a node whose clock is not steady does none',
    );
  const versions = new Set(live.map(({ version }) => version));
  if (versions.size > 1)
    return warn(
      `${running}, in different versions (${[...versions].join(', ')})`,
      'finish the upgrade: restart the nodes that run the older version',
    );
  return ok(`${running}; ${leader.name} does the scheduled work`);
}
