// Nodes behind nginx are restarted one after another, by the steps in docs/operate/deploying.md, and no caller notices.
// npm run test:full has ten rolling restarts of two and of three nodes, with fast and slow starts.

import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { test } from 'node:test';
import { RESTART_ENV, restartUnderLoad } from '../bench/http/restart/rolling-restarts.ts';
import { startWorld } from '../examples/three-nodes/world.ts';
import { cases } from './support/counts.ts';
import { cleanUp, temporaryFolder } from './support/lifetime.ts';

const SLOW_START_MS = 10_000;
const LOAD = cases(
  { restarts: 1, reads: 1000, readsPerSecond: 50 },
  { restarts: 10, reads: 20_000, readsPerSecond: 200 },
);

for (const count of cases([2], [2, 3])) {
  test(`${count} nodes are restarted one after another, and no read and no act is lost`, async (t) => {
    const folder = temporaryFolder(t);
    // PostgreSQL runs as another user, below it.
    chmodSync(folder, 0o755);
    const env = { ...RESTART_ENV, RF_DEMO_UNTIL: '2026-04-10' };
    const world = await startWorld({ folder, nodes: count, env });
    cleanUp(t, () => world.stop());
    for (const downMs of cases([0], [0, SLOW_START_MS])) {
      const { reads, acts, actsNotDoneOnce } = await restartUnderLoad(world, { ...LOAD, downMs });
      t.diagnostic(`${reads.sent} reads and ${acts.sent} acts`);
      assert.ok(reads.sent >= LOAD.reads);
      assert.ok(acts.sent > 0);
      assert.deepEqual([reads.failures, acts.failures, actsNotDoneOnce], [{}, {}, 0]);
    }
  });
}
