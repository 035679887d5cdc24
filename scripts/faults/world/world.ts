// A world to break: three nodes on PostgreSQL with a standby and on Redis, each reached through a TCP proxy, with the
// demo's data and a mixed load.

import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type DemoCredentials,
  readCredentialsFile,
} from '../../../packages/server/src/demo/credentials-file.ts';
import { holdPort } from '../../../packages/server/src/service/held-port.ts';
import { type RedisServer, startRedis } from '../../../test/support/redis.ts';
import { rfInOwnProcess } from '../../../test/support/rf-process.ts';
import { startTcpProxy, type TcpProxy, through } from '../../../test/support/tcp-proxy.ts';
import { type Load, type LoadOptions, startLoad } from '../load/load.ts';
import { type Pace, PROMISED } from '../pace.ts';
import { addCustomers } from './customers.ts';
import { NodeProcess } from './node-process.ts';
import { PostgresPair } from './postgres-pair.ts';

export interface World {
  folder: string;
  nodes: NodeProcess[];
  /** Nodes that no request is sent to, as a balancer would know. */
  outOfService: Set<NodeProcess>;
  database: PostgresPair;
  databaseNetwork: TcpProxy;
  redis: RedisServer;
  redisNetwork: TcpProxy;
  credentials: DemoCredentials;
  /** The settings of rf for this store. */
  env: Record<string, string>;
  load: Load;
  pace: Pace;
  /** When the last fault of the limits ended; null while there is one. */
  limitFault: { endedAt: number | null; hasLostCounts: boolean };
  leader(): Promise<NodeProcess>;
  /** What else to clean up when the world stops. */
  onStop(act: () => unknown): void;
  stop(): Promise<void>;
}

export interface WorldOptions {
  load?: Partial<Pick<LoadOptions, 'readsPerSecond' | 'publicationPauseMs' | 'burstPauseMs'>>;
  nodes?: number;
  pace?: Pace;
  /** A folder with a demo on SQLite to begin from. */
  demo: string;
  /** Further settings of the nodes. */
  env?: Record<string, string>;
  tell?: (line: string) => void;
}

/** How long after a fault of Redis the nodes may still count on their own. */
const LIMITS_SETTLE_MS = 5000;
const LEADER_WITHIN_MS = 60_000;
/** With 10,000 requests an hour each: half of them for 18 reads a second, the others for a burst each few seconds. */
const CUSTOMERS = 16;

export async function startWorld(options: WorldOptions): Promise<World> {
  const { nodes: count = 3, pace = PROMISED, tell = () => undefined } = options;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rf-world-'));
  const { demo } = options;
  tell('Starting PostgreSQL with a standby, Redis and the proxies.');
  const database = await PostgresPair.start();
  const redis = await startRedis({ args: ['--appendonly', 'yes'] });
  const databaseNetwork = await startTcpProxy(database.port);
  const redisNetwork = await startTcpProxy(Number(new URL(redis.url).port));
  const masterKey = readFileSync(path.join(demo, 'master.key'), 'utf8').trim();
  const common = {
    RF_MASTER_KEY: masterKey,
    RF_VERIFIER_KEY: readFileSync(path.join(demo, 'verifier.pub'), 'utf8').trim(),
    RF_REDIS_URL: through(redisNetwork, redis.url),
    ...options.env,
  };
  const env = {
    ...common,
    DATABASE_URL: through(databaseNetwork, database.url),
    RF_DATA_DIR: path.join(folder, 'rf'),
  };
  await moveDemo(demo, folder, env);
  const credentials = readCredentialsFile(demo)!;
  const customers = await addCustomers(env, credentials.staff.operator, CUSTOMERS);
  const nodes = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const name = `node-${at + 1}`;
      const dataDir = path.join(folder, name);
      mkdirSync(dataDir);
      const url = through(databaseNetwork, database.url);
      return new NodeProcess({
        ...{ name, port: holdPort().port, folder },
        env: { ...common, DATABASE_URL: url, RF_DATA_DIR: dataDir },
      });
    }),
  );
  tell(`Starting ${count} nodes.`);
  await Promise.all(nodes.map((node) => node.start()));
  const outOfService = new Set<NodeProcess>();
  const cleanUps: (() => unknown)[] = [];
  const limitFault: World['limitFault'] = { endedAt: 0, hasLostCounts: false };
  const load = await startLoad({
    nodes: () => nodes.filter((node) => node.isRunning && !outOfService.has(node)).map(({ url }) => url),
    credentials,
    customers,
    providers: await providersOf(nodes[0]!.url, credentials.keys.CUSTOM),
    readsPerSecond: 20,
    publicationPauseMs: 500,
    burstPauseMs: 2000,
    ...options.load,
    hasLimitFault: () =>
      limitFault.hasLostCounts ||
      limitFault.endedAt === null ||
      Date.now() - limitFault.endedAt < LIMITS_SETTLE_MS,
  });
  return {
    ...{
      folder,
      nodes,
      outOfService,
      database,
      databaseNetwork,
      redis,
      redisNetwork,
      credentials,
      env,
      load,
      limitFault,
      pace,
    },
    leader: () => leaderOf(nodes),
    onStop: (act) => void cleanUps.push(act),
    async stop() {
      await load.stop();
      await load.close();
      await Promise.all(nodes.map((node) => node.kill()));
      for (const node of nodes) node.closeLog();
      for (const act of cleanUps) await act();
      await Promise.all([databaseNetwork.stop(), redisNetwork.stop()]);
      await Promise.all([database.remove(), redis.stop()]);
    },
  };
}

/** The node that says that it leads. */
async function leaderOf(nodes: readonly NodeProcess[]): Promise<NodeProcess> {
  const until = Date.now() + LEADER_WITHIN_MS;
  while (Date.now() < until) {
    for (const node of nodes) {
      if (node.isRunning && (await node.metric('rf_leader')) === 1) return node;
    }
    await pause(200);
  }
  throw new Error(`No node leads after ${LEADER_WITHIN_MS / 1000} s.`);
}

/** By the road that an operator takes from SQLite to PostgreSQL: a backup, restored. */
async function moveDemo(demo: string, folder: string, env: Record<string, string>): Promise<void> {
  const backup = path.join(folder, 'demo.backup');
  await run(['backup', backup], { RF_DATA_DIR: demo });
  await run(['restore', backup], env);
}

async function run(args: string[], env: Record<string, string>): Promise<void> {
  const { code, stderr } = await rfInOwnProcess(args, env);
  if (code !== 0) throw new Error(`rf ${args.join(' ')} ended with ${code}: ${stderr.slice(-500)}`);
}

async function providersOf(node: string, apiKey: string): Promise<string[]> {
  const response = await fetch(`${node}/api/v1/scores?limit=10`, { headers: { 'x-api-key': apiKey } });
  const { data } = (await response.json()) as { data: { slug: string }[] };
  return data.map(({ slug }) => slug);
}
