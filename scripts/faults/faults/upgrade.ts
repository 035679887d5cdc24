// A rolling upgrade under load: the next version migrates the store, and the nodes change over one by one.

import { rmSync } from 'node:fs';
import path from 'node:path';
import { listNodes } from '@rf-indicators/core/nodes/registry';
import { connectStore } from '@rf-indicators/core/store/connect';
import { rfInOwnProcess } from '../../../test/support/rf-process.ts';
import type { Fault } from '../fault.ts';
import { makeNextVersion, NEXT_VERSION } from '../world/next-version.ts';
import { cutOff } from './cut-off.ts';
import { stopInTurn } from './stop-in-turn.ts';

export const UPGRADE_FAULTS: Fault[] = [
  {
    name: 'rolling-upgrade',
    what: 'the next version migrates the store while the old one serves, and the nodes are replaced one by one',
    seconds: { full: 1, short: 1 },
    async begin(world) {
      const { nodes, outOfService, load, env } = world;
      const program = await makeNextVersion();
      world.onStop(() => rmSync(program, { recursive: true, force: true }));
      const launcher = path.join(program, 'packages/server/bin/rf.mjs');
      const migrated = await rfInOwnProcess(['migrate', '--yes'], env, launcher);
      if (migrated.code !== 0)
        load.journal.violation(`rf migrate ended with ${migrated.code}: ${migrated.stderr}`);
      const before = cutOff(load.journal);
      for (const node of nodes) {
        await stopInTurn(node, world);
        await node.start({ program });
        outOfService.delete(node);
      }
      const cut = cutOff(load.journal) - before;
      if (cut > 0) load.journal.violation(`${cut} requests were cut off or refused during the upgrade.`);
      return async () => undefined;
    },
    async check({ env, nodes }) {
      const store = await connectStore({ dataDir: env.RF_DATA_DIR!, databaseUrl: env.DATABASE_URL! });
      try {
        const upgraded = (await listNodes(store.db, store.kind, Date.now())).filter(
          ({ live, version }) => live && version === NEXT_VERSION,
        );
        return upgraded.length === nodes.length
          ? []
          : [`Only ${upgraded.length} nodes run the next version.`];
      } finally {
        await store.close();
      }
    },
  },
];
