// Nodes that share their limits through one Redis, each with a clock of its own.

import type { Lifetime } from '../../../../../../test/support/lifetime.ts';
import { PATIENCE_MS } from '../../../../../../test/support/until.ts';
import { createSharedLimits, type SharedLimits } from '../../../../src/http/limits/redis/shared-limits.ts';

export interface TestNode extends SharedLimits {
  clock: () => number;
  /** What happened to the link, in order: `shared` or the message of the loss. */
  history: string[];
}

const ADDRESS_LIMITS = {
  ...{ publicScores: 60, scoreRequests: 5, scoreRequestsInAll: 500, failedKeys: 30 },
  console: { perAddress: 4800, perPerson: 1200 },
};

export interface NodeOptions {
  redisUrl: string;
  name: string;
  /** How far its clock is ahead. */
  aheadMs?: number;
  nodes?: () => number;
  clock?: () => number;
}

export async function startNode(t: Lifetime, options: NodeOptions): Promise<TestNode> {
  const node = await createNode(options);
  t.after(() => node.stop());
  await node.start(PATIENCE_MS);
  return node;
}

export async function createNode(options: NodeOptions): Promise<TestNode> {
  const { redisUrl, name, aheadMs = 0, nodes = () => 1 } = options;
  const clock = options.clock ?? (() => Date.now() + aheadMs);
  const history: string[] = [];
  const limits = await createSharedLimits(ADDRESS_LIMITS, {
    ...{ redisUrl, node: name, clock, nodes },
    onShared: () => history.push('shared'),
    onLost: ({ message }) => history.push(message),
    onEviction: () => history.push('eviction'),
  });
  return { ...limits, clock, history };
}
