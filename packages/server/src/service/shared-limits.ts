// The rate limits that this node shares with others, if it is to do so, and what is said while it counts by itself.

import { createSharedLimits, type SharedLimits } from '../http/limits/redis/shared-limits.ts';
import type { Config } from './config.ts';
import type { FaultKeeper } from './faults.ts';
import type { Log } from './log.ts';

const ALONE = 'Rate limits are counted by each node on its own.';
const EVICTS =
  'Redis may delete rate-limit windows when its memory is full, and more requests are accepted then. Set its maxmemory-policy to noeviction.';

export interface Surroundings {
  clock: () => number;
  /** How many nodes the store knows of. */
  nodes: () => number;
  faults: FaultKeeper;
  log: Log;
}

/** Null without RF_REDIS_URL. */
export async function sharedLimits(
  { redisUrl, node, addressLimits }: Config,
  { clock, nodes, faults, log }: Surroundings,
): Promise<SharedLimits | null> {
  if (redisUrl === null) return null;
  return createSharedLimits(addressLimits, {
    redisUrl,
    node,
    clock,
    nodes,
    onShared: () => faults.end('shared_limits'),
    onLost: ({ message }) =>
      faults.begin('shared_limits', ALONE, `check the Redis of RF_REDIS_URL (${message.replace(/\.$/, '')})`),
    onEviction: () => log.info(EVICTS),
  });
}
