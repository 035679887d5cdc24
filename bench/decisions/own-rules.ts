// Calls for decisions over HTTP, compared with a service that a team wrote itself: Fastify and pg, and the rules by hand. Both
// are on PostgreSQL and have one process on one core; PostgreSQL runs wherever the system puts it.

import { deepStrictEqual } from 'node:assert';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createDatabase } from '../../test/support/postgres.ts';
import { fillTables, type ScoreBody } from '../http/peers/usual-way/tables.ts';
import { type RunningServer, serve, startOnCore } from '../http/processes.ts';
import { compareSpeeds, speedAsMeasured } from '../http/speeds.ts';
import type { Form, Measurement } from '../measurement.ts';
import { postgresWorld } from '../world/worlds.ts';
import { evaluate, evaluateScript } from './calls.ts';
import { activatePolicy, COLUMNS } from './policies.ts';

const PROVIDERS = 100;
/** Each may make 10,000 requests per hour, which together is enough. */
const WORKSPACES = 20;
/** Few, because calls that wait when a round ends would be answered during that of the other. */
const CONNECTIONS = 8;
const BEYOND =
  'ours also signs each call, keeps it for 400 days with what was read, counts it against the limits and says until when it is valid; the peer does none of these';

export async function besideOwnRules(form: Form): Promise<Measurement[]> {
  const world = await postgresWorld(PROVIDERS);
  const { providers } = world;
  const keys = await activatePolicy(world, COLUMNS, WORKSPACES);
  const ours = await serve(world);
  const database = await createDatabase(world.databaseUrl!);
  try {
    await ours.isIdle();
    const bodies = await Promise.all(providers.map((id) => scoreOf(ours, keys[0]!, id)));
    const peer = await startOwnRules(database.url, keys, bodies);
    try {
      const decided = await evaluate(ours, keys[0]!, COLUMNS, providers);
      deepStrictEqual(await evaluate(peer, keys[0]!, COLUMNS, providers), decided);
      const measurements: Measurement[] = [];
      for (const count of [1, PROVIDERS]) {
        const script = evaluateScript(keys, COLUMNS, providers, count);
        const target = { script, connections: CONNECTIONS };
        const what = `calls for ${count === 1 ? '1 provider' : `${count} providers`}`;
        const speeds = await compareSpeeds(
          what,
          [
            { label: 'POST /api/v1/evaluate', server: ours, target },
            { label: 'rules written by hand', server: peer, target },
          ],
          form,
        );
        measurements.push(
          speedAsMeasured(
            `decisions over HTTP, ${what} / rules written by hand (Fastify, pg), both on PostgreSQL`,
            speeds,
            BEYOND,
          ),
        );
      }
      return measurements;
    } finally {
      await peer.stop();
    }
  } finally {
    await ours.stop();
    await database.drop();
  }
}

async function scoreOf({ url }: RunningServer, key: string, id: string): Promise<ScoreBody> {
  const response = await fetch(`${url}/api/v1/scores/${id}`, { headers: { 'x-api-key': key } });
  return (await response.json()) as ScoreBody;
}

async function startOwnRules(
  databaseUrl: string,
  keys: readonly string[],
  bodies: readonly ScoreBody[],
): Promise<RunningServer> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  await fillTables(pool, keys, bodies);
  await pool.end();
  const script = fileURLToPath(new URL('../http/peers/own-rules.ts', import.meta.url));
  return startOnCore([process.execPath, script, databaseUrl]);
}
