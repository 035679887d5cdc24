// Faults of single nodes.

import type { Fault } from '../fault.ts';

export const NODE_FAULTS: Fault[] = [
  {
    name: 'node-kill',
    what: 'the leader is killed with kill -9, and started again',
    seconds: { full: 20, short: 2 },
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
    async begin({ leader }) {
      const node = await leader();
      node.pause();
      return async () => node.resume();
    },
    async check({ nodes, leader }) {
      const leading = await Promise.all(nodes.map(async (node) => (await node.metric('rf_leader')) === 1));
      await leader();
      const count = leading.filter(Boolean).length;
      return count === 1 ? [] : [`${count} nodes say that they lead.`];
    },
  },
  {
    name: 'node-stop',
    what: 'each node in turn is stopped with SIGTERM under load, and started again: no request is cut off',
    seconds: { full: 1, short: 1 },
    async begin({ nodes, outOfService, load }) {
      for (const node of nodes) {
        // As a balancer does: the node is taken out when it stops, and no new request is sent to it.
        outOfService.add(node);
        const before = load.journal.of('reads without an answer');
        const code = await node.stop();
        if (code !== 0) load.journal.violation(`${node.settings.name} ended with ${code} after SIGTERM.`);
        const cut = load.journal.of('reads without an answer') - before;
        if (cut > 0)
          load.journal.violation(`${cut} reads got no answer while ${node.settings.name} stopped.`);
        await node.start();
        outOfService.delete(node);
      }
      return async () => undefined;
    },
  },
];
