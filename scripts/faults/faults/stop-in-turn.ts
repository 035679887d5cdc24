// Stops a node as behind a balancer that checks /readyz: requests go to the node until it says that it stops.

import type { NodeProcess } from '../world/node-process.ts';
import type { World } from '../world/world.ts';

export async function stopInTurn(node: NodeProcess, { outOfService, load }: World): Promise<void> {
  const stopped = node.stop();
  await node.untilNotReady();
  outOfService.add(node);
  const code = await stopped;
  if (code !== 0) load.journal.violation(`${node.settings.name} ended with ${code} after SIGTERM.`);
}
