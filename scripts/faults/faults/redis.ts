// Faults of Redis, which counts the rate limits of all nodes.

import type { Fault } from '../fault.ts';

export const REDIS_FAULTS: Fault[] = [
  {
    name: 'redis-stop',
    what: 'Redis is killed, and started again with its append-only file',
    seconds: { full: 60, short: 4 },
    touchesLimits: true,
    async begin({ redis }) {
      await redis.kill();
      return () => redis.restart();
    },
  },
  {
    name: 'redis-hang',
    what: 'Redis hangs: its process is paused',
    seconds: { full: 60, short: 4 },
    touchesLimits: true,
    async begin({ redis }) {
      redis.pause();
      return async () => redis.resume();
    },
  },
];

/** Afterwards each node counts its part of the limits for an hour, so it comes late, and mixed runs leave it out. */
export const REDIS_FLUSH: Fault = {
  name: 'redis-flush',
  what: 'Redis is flushed',
  seconds: { full: 1, short: 1 },
  touchesLimits: true,
  async begin({ redis, limitFault }) {
    await redis.command('FLUSHALL');
    limitFault.hasLostCounts = true;
    return async () => undefined;
  },
};
