// Nodes that share their limits through one Redis, each with a clock of its own.

import type { Lifetime } from '../../../../../../test/support/lifetime.ts';
import { PATIENCE_MS } from '../../../../../../test/support/until.ts';
import { MemoryLimits } from '../../../../src/http/limits/memory/memory-limits.ts';
import { Batches } from '../../../../src/http/limits/redis/batches.ts';
import { Link } from '../../../../src/http/limits/redis/link.ts';
import { RedisClient } from '../../../../src/http/limits/redis/redis-client.ts';
import { RedisLimits } from '../../../../src/http/limits/redis/redis-limits.ts';
import { createSharedLimits, type SharedLimits } from '../../../../src/http/limits/redis/shared-limits.ts';

export interface TestNode extends SharedLimits {
  clock: () => number;
  /** What happened to the link, in order: `shared`, `forgotten` or the message of the loss. */
  history: string[];
}

const ADDRESS_LIMITS = {
  ...{ publicScores: 60, scoreRequests: 5, scoreRequestsInAll: 500, failedKeys: 30 },
  console: { perAddress: 4800, perPerson: 1200 },
};

export interface NodeOptions {
  redisUrl: string;
  /** How far its clock is ahead. */
  aheadMs?: number;
  clock?: () => number;
}

export async function startNode(t: Lifetime, options: NodeOptions): Promise<TestNode> {
  const node = await createNode(options);
  t.after(() => node.stop());
  await node.start(PATIENCE_MS);
  return node;
}

export async function createNode({ redisUrl, aheadMs = 0, clock }: NodeOptions): Promise<TestNode> {
  const { history, ...events } = recorded();
  const limits = await createSharedLimits(ADDRESS_LIMITS, { redisUrl, nodes: () => 2, ...events });
  return { ...limits, clock: clock ?? (() => Date.now() + aheadMs), history };
}

/** A node with one limiter, whose windows are so short that requests expire during the test. */
export async function startShortNode(
  t: Lifetime,
  { redisUrl, widthMs, nodes }: { redisUrl: string; widthMs: number; nodes: number },
) {
  const { history, ...events } = recorded();
  const client = await RedisClient.connect(
    redisUrl,
    () => link.visit(),
    (error) => link.lose(error),
  );
  const link = new Link({ client, expiryMs: widthMs, ...events });
  t.after(() => link.stop());
  await link.start(PATIENCE_MS);
  let fallbacks = 0;
  const limits = new RedisLimits('short', new MemoryLimits({ widthMs }), {
    ...{ link, batches: new Batches(client, link), nodes: () => nodes },
    onFallback: () => {
      fallbacks += 1;
    },
  });
  return { ...{ limits, client, link, history }, fallbacks: () => fallbacks };
}

export type ShortNode = Awaited<ReturnType<typeof startShortNode>>;

function recorded() {
  const history: string[] = [];
  return {
    history,
    onShared: () => history.push('shared'),
    onLost: ({ message }: Error) => history.push(message),
    onForgotten: () => {
      if (history.at(-1) !== 'forgotten') history.push('forgotten');
    },
    onEviction: () => history.push('eviction'),
  };
}
