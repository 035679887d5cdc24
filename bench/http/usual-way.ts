// Benchmark of a score with a key, compared with the usual way to write such a service: Fastify, PostgreSQL for keys and
// scores, Redis for limits, and JSON made at each request. Both servers have one process on one core. PostgreSQL and Redis
// run wherever the system puts them, which favours the peer: ours asks neither for a hot read.

import { deepStrictEqual } from 'node:assert';
import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { installBenchmarkPackages } from '../../scripts/testing/system-packages.ts';
import { createDatabase } from '../../test/support/postgres.ts';
import { startRedis } from '../../test/support/redis.ts';
import type { Form, Measurement } from '../measurement.ts';
import { postgresWorld, type StoredWorld, scratch } from '../world/worlds.ts';

import { columnsOf, fillTables, type ScoreBody } from './peers/usual-way/tables.ts';
import { type RunningServer, serve, startOnCore } from './processes.ts';
import { compareSpeeds, speedAtLeast } from './speeds.ts';
import { scoreScript } from './wrk.ts';

const PROVIDERS = 100;

export async function usualWayBench(form: Form): Promise<Measurement[]> {
  installBenchmarkPackages();
  const world = await postgresWorld(PROVIDERS);
  const ours = await serve(world);
  const redis = await startRedis();
  const database = await createDatabase(world.databaseUrl!);
  try {
    await ours.isIdle();
    const bodies = await Promise.all(world.providers.map((id) => scoreOf(ours.url, world, id)));
    const peer = await startUsualWay(database.url, redis.url, world.keys, bodies);
    try {
      deepStrictEqual(await scoreOf(peer.url, world, world.providers[0]!), bodies[0]);
      const target = { script: scoreScript({ ...world, order: 'cycle' }) };
      const speeds = await compareSpeeds(
        'the usual way',
        [
          { label: 'score with a key', server: ours, target },
          { label: 'the usual way', server: peer, target },
        ],
        form,
      );
      return [
        speedAtLeast(
          'a score with a key / the usual way (Fastify, pg, rate limits in Redis), both on PostgreSQL',
          speeds,
          8,
          'our rate limits are counted in memory, those of the peer in Redis',
        ),
      ];
    } finally {
      await peer.stop();
    }
  } finally {
    await ours.stop();
    await redis.stop();
    await database.drop();
  }
}

async function scoreOf(url: string, { keys }: StoredWorld, id: string): Promise<ScoreBody> {
  const response = await fetch(`${url}/api/v1/scores/${id}`, { headers: { 'x-api-key': keys[0]! } });
  if (response.status !== 200)
    throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as ScoreBody;
}

async function startUsualWay(
  databaseUrl: string,
  redisUrl: string,
  keys: readonly string[],
  bodies: readonly ScoreBody[],
): Promise<RunningServer> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  await fillTables(pool, keys, bodies);
  await pool.end();
  const file = path.join(mkdtempSync(path.join(scratch(), 'usual-way-')), 'settings.json');
  writeFileSync(file, JSON.stringify({ databaseUrl, redisUrl, columns: columnsOf(bodies[0]!) }));
  const script = fileURLToPath(new URL('peers/usual-way/server.ts', import.meta.url));
  return startOnCore([process.execPath, script, file]);
}
