// Runs one fault on a world under load, and waits until the world has recovered.

import { setTimeout as pause } from 'node:timers/promises';
import type { Fault, Result } from './fault.ts';
import { untilRecovered } from './recovery.ts';
import type { World } from './world/world.ts';

export const LONGEST_BLOCK_MS = 200;
/** How long a world that is late is waited for, so that the result says how late. */
const PATIENCE_MS = 240_000;

export async function runFault(world: World, fault: Fault, seconds: number): Promise<Result> {
  const { load, nodes, limitFault, pace } = world;
  const { journal } = load;
  journal.forgetKinds();
  const before = journal.violations.length;
  const crashes = nodes.map((node) => node.crashes);
  for (const node of nodes) node.takeLongestBlock();
  const reads = {
    all: journal.of('reads of unchanged scores'),
    served: journal.of('reads of unchanged scores: 200'),
  };
  if (fault.touchesLimits) limitFault.endedAt = null;
  const end = await fault.begin(world);
  await pause(seconds * 1000);
  const note = await end();
  const recovery = await untilRecovered({
    requests: load.requests,
    nodes: nodes.map(({ url }) => url),
    apiKey: load.apiKey,
    memberToken: load.memberToken,
    provider: load.providers[0]!,
    timeoutMs: PATIENCE_MS,
    mayCountAlone: limitFault.hasLostCounts,
  });
  if (fault.touchesLimits) limitFault.endedAt = Date.now();
  const all = journal.of('reads of unchanged scores') - reads.all;
  const served = journal.of('reads of unchanged scores: 200') - reads.served;
  if (!fault.stopsReads && served < all * pace.leastServed)
    journal.violation(
      `Only ${served} of ${all} reads of scores that do not change were served during ${fault.name}.`,
    );
  for (const left of recovery.left) journal.violation(`After ${fault.name}, a node does not work: ${left}`);
  if (recovery.seconds * 1000 > pace.recoversWithinMs)
    journal.violation(`The nodes took ${recovery.seconds.toFixed(1)} s to recover from ${fault.name}.`);
  for (const [at, node] of nodes.entries()) {
    if (node.crashes > crashes[at]!) journal.violation(`${node.settings.name} crashed during ${fault.name}.`);
  }
  for (const text of (await fault.check?.(world)) ?? []) journal.violation(text);
  const longestBlockMs = Math.max(...nodes.map((node) => node.takeLongestBlock()));
  if (longestBlockMs > LONGEST_BLOCK_MS)
    journal.violation(`The event loop of a node was blocked for ${longestBlockMs} ms during ${fault.name}.`);
  return {
    name: fault.name,
    seconds,
    recoverySeconds: recovery.left.length === 0 ? recovery.seconds : null,
    violations: journal.violations.slice(before),
    longestBlockMs,
    ...(typeof note === 'string' && { note }),
  };
}
