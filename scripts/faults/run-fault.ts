// Runs one fault on a world under load, and waits until the world has recovered.

import { setTimeout as pause } from 'node:timers/promises';
import type { Fault, Result } from './fault.ts';
import { untilRecovered } from './recovery.ts';
import type { World } from './world/world.ts';

/** What the rules allow. */
const RECOVERS_WITHIN_MS = 10_000;
/** How long a world that is late is waited for, so that the result says how late. */
const PATIENCE_MS = 60_000;

export async function runFault(world: World, fault: Fault, seconds: number): Promise<Result> {
  const { load, nodes, limitFault } = world;
  const { journal } = load;
  const before = journal.violations.length;
  const crashes = nodes.map((node) => node.crashes);
  if (fault.touchesLimits) limitFault.endedAt = null;
  const end = await fault.begin(world);
  await pause(seconds * 1000);
  await end();
  const recovery = await untilRecovered({
    requests: load.requests,
    nodes: nodes.map(({ url }) => url),
    apiKey: load.apiKey,
    memberToken: load.memberToken,
    provider: load.providers[0]!,
    timeoutMs: PATIENCE_MS,
  });
  if (fault.touchesLimits) limitFault.endedAt = Date.now();
  for (const left of recovery.left) journal.violation(`After ${fault.name}, a node does not work: ${left}`);
  if (recovery.seconds * 1000 > RECOVERS_WITHIN_MS)
    journal.violation(`The nodes took ${recovery.seconds.toFixed(1)} s to recover from ${fault.name}.`);
  for (const [at, node] of nodes.entries()) {
    if (node.crashes > crashes[at]!) journal.violation(`${node.settings.name} crashed during ${fault.name}.`);
  }
  for (const text of (await fault.check?.(world)) ?? []) journal.violation(text);
  const blocks = await Promise.all(nodes.map((node) => node.metric('rf_event_loop_delay_max_seconds')));
  return {
    name: fault.name,
    seconds,
    recoverySeconds: recovery.left.length === 0 ? recovery.seconds : null,
    violations: journal.violations.slice(before),
    longestBlockMs: Math.round(Math.max(...blocks.map((block) => block ?? 0)) * 1000),
  };
}
