// Benchmark of a score with a key whose limit is counted in Redis, compared with the same score whose limit is counted in
// memory. Both servers are ours, on one PostgreSQL database, with one process on one core each. Redis runs wherever the
// system puts it.

import { installBenchmarkPackages } from '../../scripts/testing/system-packages.ts';
import { startRedis } from '../../test/support/redis.ts';
import type { Form, Measurement } from '../measurement.ts';
import { postgresWorld } from '../world/worlds.ts';
import { serve } from './processes.ts';
import { compareSpeeds, speedAtLeast } from './speeds.ts';
import { scoreScript } from './wrk.ts';

const PROVIDERS = 100;

export async function sharedLimitsBench(form: Form): Promise<Measurement[]> {
  installBenchmarkPackages();
  const world = await postgresWorld(PROVIDERS);
  const redis = await startRedis();
  const shared = await serve(world, { RF_NODE: 'shared', RF_REDIS_URL: redis.url });
  const alone = await serve(world, { RF_NODE: 'alone' });
  try {
    await shared.isIdle();
    await alone.isIdle();
    const target = { script: scoreScript({ ...world, order: 'cycle' }) };
    const speeds = await compareSpeeds(
      'shared limits',
      [
        { label: 'limits in Redis', server: shared, target },
        { label: 'limits in memory', server: alone, target },
      ],
      form,
    );
    return [
      speedAtLeast(
        'a score with a key, limits counted in Redis / limits counted in memory',
        speeds,
        0.6,
        'each request has another key than the one before, so none are counted as a group',
      ),
    ];
  } finally {
    await shared.stop();
    await alone.stop();
    await redis.stop();
  }
}
