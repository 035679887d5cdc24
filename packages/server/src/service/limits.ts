// The rate limits of this node: counted by itself, or shared with others through Redis.

import { createLimits, type ServiceLimits } from '../http/limits/limits.ts';
import { createSharedLimits, type SharedLimits } from '../http/limits/redis/shared-limits.ts';
import type { Config } from './config.ts';
import type { FaultKeeper } from './faults.ts';
import type { Log } from './log.ts';

/** How long the start waits for Redis, where a new one first settles. */
const SHARING_MS = 4000;
const ALONE = 'Rate limits are counted by each node on its own.';
const FORGOTTEN = 'Redis lost counts. Rate limits are counted by each node on its own for an hour.';
const EVICTS =
  'Redis may delete rate-limit windows when its memory is full, and more requests are accepted then. Set its maxmemory-policy to noeviction.';

export interface Surroundings {
  /** How many nodes the store knows of. */
  nodes: () => number;
  faults: FaultKeeper;
  log: Log;
}

export interface NodeLimits {
  limits: ServiceLimits;
  /** null without RF_REDIS_URL. */
  shared: SharedLimits | null;
  /** Resolves when Redis counts, or has had some time to begin. */
  isSettled: Promise<void>;
  stop(): Promise<void>;
}

export async function nodeLimits(
  { redisUrl, addressLimits }: Config,
  { nodes, faults, log }: Surroundings,
): Promise<NodeLimits> {
  if (redisUrl === null) {
    const nothing = Promise.resolve();
    return { limits: createLimits(addressLimits), shared: null, isSettled: nothing, stop: () => nothing };
  }
  const shared = await createSharedLimits(addressLimits, {
    redisUrl,
    nodes,
    onShared: () => faults.end('shared_limits'),
    onLost: ({ message }) =>
      faults.begin('shared_limits', ALONE, `check the Redis of RF_REDIS_URL (${message.replace(/\.$/, '')})`),
    onForgotten: () =>
      faults.begin('shared_limits', FORGOTTEN, 'nothing to do; with appendonly yes, Redis keeps its counts'),
    onEviction: () => log.info(EVICTS),
  });
  return { limits: shared, shared, isSettled: shared.start(SHARING_MS), stop: () => shared.stop() };
}
