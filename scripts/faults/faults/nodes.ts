// Faults of single nodes.

import type { Fault } from '../fault.ts';
import type { NodeProcess } from '../world/node-process.ts';
import { cutOff } from './cut-off.ts';
import { stopInTurn } from './stop-in-turn.ts';

export const NODE_FAULTS: Fault[] = [
  {
    name: 'node-kill',
    what: 'the leader is killed with kill -9, and started again',
    seconds: { full: 20, short: 2 },
    stopsReads: true,
    async begin({ leader }) {
      const node = await leader();
      await node.kill();
      return () => node.start({ ready: false });
    },
  },
  {
    name: 'node-pause',
    what: 'the leader is paused (SIGSTOP), and resumes when another node leads',
    seconds: { full: 60, short: 14 },
    stopsReads: true,
    async begin({ leader }) {
      const node = await leader();
      node.pause();
      return async () => {
        // Of the nodes that run. It fails if none of them has taken over.
        await leader();
        node.resume();
      };
    },
    async check({ nodes }) {
      const leading: NodeProcess[] = [];
      for (const node of nodes) if ((await node.metric('rf_leader')) === 1) leading.push(node);
      if (leading.length !== 1) return [`${leading.length} nodes say that they lead.`];
      return leading[0]!.wasPaused ? ['The node that was paused leads again.'] : [];
    },
  },
  {
    name: 'node-stop',
    what: 'each node in turn is stopped with SIGTERM under load, and started again: no request is cut off',
    seconds: { full: 1, short: 1 },
    async begin(world) {
      const { nodes, outOfService, load } = world;
      const before = cutOff(load.journal);
      for (const node of nodes) {
        await stopInTurn(node, world);
        await node.start();
        outOfService.delete(node);
      }
      const cut = cutOff(load.journal) - before;
      if (cut > 0) load.journal.violation(`${cut} requests were cut off or refused while nodes stopped.`);
      return async () => undefined;
    },
  },
];
