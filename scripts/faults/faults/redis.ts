// Faults of Redis, which counts the rate limits of all nodes.

import type { Fault } from '../fault.ts';

export const REDIS_FAULTS: Fault[] = [
  {
    name: 'redis-stop',
    what: 'Redis is stopped, and started again empty',
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
  {
    name: 'redis-flush',
    what: 'Redis is flushed',
    seconds: { full: 1, short: 1 },
    touchesLimits: true,
    async begin({ redis }) {
      await redis.command('FLUSHALL');
      return async () => undefined;
    },
  },
];
