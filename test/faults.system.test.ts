// Short forms of npm run faults: two nodes on PostgreSQL and Redis under load, whose parts fail one after the other. The
// short form has some of them, and npm run test:full has all. How quick the nodes are is judged by npm run faults alone.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { DRILLS, FAULTS } from '../scripts/faults/catalogue.ts';
import { UNHURRIED } from '../scripts/faults/pace.ts';
import { runFaults, runWorld } from '../scripts/faults/run-world.ts';
import { cases } from './support/counts.ts';
import { copyDemo } from './support/demo-folder.ts';
import { type Lifetime, temporaryFolder } from './support/lifetime.ts';
import { rfInOwnProcess } from './support/rf-process.ts';

const SHORT = ['postgres-crash', 'postgres-switch', 'redis-stop', 'node-kill', 'database-network-cut'];
const SHORT_DRILLS = ['disk-full'];

test('what was confirmed is kept, limits hold and every event arrives, whatever part of the world fails', async (t) => {
  const chosen = FAULTS.filter(({ name }) => cases(SHORT.includes(name), true));
  const { results, violations, counts } = await runWorld(
    {
      demo: await demoOf(t),
      nodes: cases(2, 3),
      pace: UNHURRIED,
      load: { readsPerSecond: 10, publicationPauseMs: 200, burstPauseMs: 1000 },
    },
    (world) => runFaults(world, chosen, 'short', (line) => t.diagnostic(line)),
  );
  assert.deepEqual([...results.flatMap((result) => result.violations), ...violations], []);
  for (const { name, recoverySeconds } of results) assert.notEqual(recoverySeconds, null, name);
  assert.ok((counts.get('confirmed writes') ?? 0) > 0, 'nothing was written');
  assert.ok((counts.get('bursts') ?? 0) > 0, 'no limit was tried');
});

for (const drill of DRILLS.filter(({ name }) => cases(SHORT_DRILLS.includes(name), true))) {
  const obstacle = drill.obstacle?.() ?? null;
  test(drill.what, { skip: obstacle ?? false }, async (t) => {
    const { violations } = await drill.run({
      demo: await demoOf(t),
      isFull: false,
      pace: UNHURRIED,
      tell: (line) => t.diagnostic(line),
    });
    assert.deepEqual(violations, []);
  });
}

/** The test command has one to copy; a file that is run alone makes its own. */
async function demoOf(t: Lifetime): Promise<string> {
  const folder = temporaryFolder(t);
  await copyDemo(folder);
  if (readdirSync(folder).length === 0) await rfInOwnProcess(['demo'], { RF_DATA_DIR: folder });
  return folder;
}
