// Everything together: PostgreSQL with a standby, Redis, three nodes on one store, and nginx in front of them.

import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { holdPort } from '../../packages/server/src/service/held-port.ts';
import { type Nginx, startNginx } from './nginx.ts';
import { type Node, rf, startNode } from './nodes.ts';
import { type Postgres, startPrimary, startStandby } from './postgres.ts';
import { type Redis, startRedis } from './redis.ts';

export interface World {
  primary: Postgres;
  standby: Postgres;
  redis: Redis;
  nodes: Node[];
  nginx: Nginx;
  /** The settings that all nodes share. */
  env: Record<string, string>;
  /** Where the demo keeps its keys and tokens. */
  credentials: string;
  /**
   * One after the other, each when the one before it is ready, so that callers notice nothing. Each stays down for `downMs`
   * longer than it takes to start.
   */
  restartNodes(downMs?: number): Promise<void>;
  stop(): Promise<void>;
}

export interface WorldOptions {
  folder: string;
  /** The port of nginx; any free one unless told. */
  port?: number;
  nodes?: number;
  /** More settings for the nodes. */
  env?: Record<string, string>;
  /** Settings of the primary, such as synchronous_standby_names=*. */
  postgres?: string[];
  onStep?: (what: string) => void;
}

export async function startWorld(options: WorldOptions): Promise<World> {
  const { nodes: count = 3, postgres = [], onStep = () => undefined } = options;
  const folder = path.resolve(options.folder);
  mkdirSync(folder, { recursive: true });
  // PostgreSQL runs as another user, below it.
  chmodSync(folder, 0o755);
  const started: { stop(): Promise<void> }[] = [];
  const keep = async <T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
    const one = await starting;
    started.push(one);
    return one;
  };
  const stop = async () => {
    for (const one of started.reverse().splice(0)) await one.stop();
  };
  try {
    onStep('PostgreSQL, its standby and Redis');
    const redis = keep(startRedis({ folder: path.join(folder, 'redis') }));
    const primary = await keep(startPrimary({ folder: path.join(folder, 'primary'), settings: postgres }));
    await primary.query('create database rf');
    const standby = await keep(startStandby(primary, { folder: path.join(folder, 'standby') }));
    const port = options.port ?? holdPort().port;
    const shared: Record<string, string> = {
      DATABASE_URL: primary.url('rf'),
      RF_REDIS_URL: (await redis).url,
      RF_MASTER_KEY: randomBytes(32).toString('base64'),
      RF_BASE_URL: `http://127.0.0.1:${port}`,
      RF_TRUST_PROXY: 'loopback',
      RF_WEBHOOK_LOOPBACK: 'yes',
      ...options.env,
    };
    onStep('the demo world');
    const first = path.join(folder, 'demo');
    await rf(['demo'], { ...shared, RF_DATA_DIR: first });
    const env = {
      ...shared,
      RF_VERIFIER_KEY: readFileSync(path.join(first, 'verifier.pub'), 'utf8').trim(),
    };
    onStep(`${count} nodes`);
    const names = Array.from({ length: count }, (_, at) => `node-${at + 1}`);
    const nodes = await Promise.all(
      names.map(async (name) => {
        const node = await startNode({ name, folder: path.join(folder, name), env });
        // Everything stops, so none has to wait until requests go to the others.
        started.push({ stop: () => node.stop('SIGINT') });
        return node;
      }),
    );
    const restartNodes = async (downMs = 0) => {
      for (const node of nodes) {
        await node.stop();
        await wait(downMs);
        await node.start();
      }
    };
    onStep('nginx');
    const nginx = await keep(
      startNginx({ folder: path.join(folder, 'nginx'), nodes: nodes.map((node) => node.port), port }),
    );
    const credentials = path.join(first, 'demo-credentials.json');
    return { primary, standby, redis: await redis, nodes, nginx, env, credentials, restartNodes, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
