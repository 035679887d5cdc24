// Restarts the nodes behind nginx one after another, by the documented steps, while others read and act through nginx.

import { readFileSync } from 'node:fs';
import type { World } from '../../../examples/three-nodes/world.ts';
import type { DemoCredentials } from '../../../packages/server/src/demo/credentials-file.ts';
import { perform } from '../../../scripts/faults/load/acts.ts';
import { Requests } from '../../../scripts/faults/load/request.ts';
import { type RequestCounts, SteadyRequests } from './steady-requests.ts';

/** What the nodes of the world need besides: no limit is in the way of one client that sends so much. */
export const RESTART_ENV = {
  RF_DAILY_RUN: 'off',
  RF_LIMIT_PUBLIC_SCORES: '999999999',
  RF_LIMIT_CONSOLE: '999999',
  RF_LIMIT_CONSOLE_PER_ADDRESS: '999999',
};

export interface RestartOptions {
  /** How often all nodes are restarted. */
  restarts: number;
  /** How long each of them stays down, besides the time that it takes to start. */
  downMs: number;
  readsPerSecond: number;
  /** At least so many are made, also if the restarts are over. */
  reads: number;
  onRestarted?: (restarts: number, reads: number) => void;
}

export interface Restarted {
  reads: RequestCounts;
  acts: RequestCounts;
  /** Acts of which the store has more or less than one trace, though they were answered with success. */
  actsNotDoneOnce: number;
}

const ACTS_PER_SECOND = 2;
const PAGES = ['/', '/api/public/scores', '/api/public/history', '/api/v1/status'];
/** Most reads need no key: those with one are limited by the hour. */
const READS_PER_KEYED_READ = 20;

export async function restartUnderLoad(world: World, options: RestartOptions): Promise<Restarted> {
  const { restarts, downMs, readsPerSecond, reads: leastReads, onRestarted } = options;
  const requests = new Requests();
  const { keys, workspaces } = JSON.parse(readFileSync(world.credentials, 'utf8')) as DemoCredentials;
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const outcome = await requests.send(`${world.nginx.url}${path}`, { headers });
    if (outcome.kind === 'failed') return outcome.reason;
    return outcome.status === 200 ? null : String(outcome.status);
  };
  const read = (number: number) =>
    number % READS_PER_KEYED_READ === 0
      ? ask('/api/v1/scores', { 'x-api-key': number % 2 === 0 ? keys.ENTERPRISE : keys.CUSTOM })
      : ask(PAGES[number % PAGES.length]!);
  const token = workspaces.find(({ tier }) => tier === 'ENTERPRISE')!.member_token;
  const prefix = `restart ${Date.now()}`;
  const done: string[] = [];
  const act = async (number: number) => {
    const name = `${prefix} ${number}`;
    const input = { name, tier: 'FREE' as const, hourly_limit: 1 };
    const performed = await perform(requests, world.nginx.url, { name: 'keys.create', input, token });
    if (performed.kind === 'refused') return `${performed.status} ${performed.code}: ${performed.detail}`;
    if (performed.kind !== 'done') return performed.reason;
    done.push(name);
    return null;
  };
  const reading = new SteadyRequests(readsPerSecond, read);
  const acting = new SteadyRequests(ACTS_PER_SECOND, act);
  try {
    for (let restart = 1; restart <= restarts; restart += 1) {
      await world.restartNodes(downMs);
      onRestarted?.(restart, reading.sent);
    }
    await reading.untilSent(leastReads);
  } finally {
    await Promise.all([reading.stop(), acting.stop()]);
    await requests.close();
  }
  const rows = await world.primary.query(`select name from api_keys where name like '${prefix} %'`, 'rf');
  const counts = Map.groupBy(rows, ({ name }) => name);
  const actsNotDoneOnce = done.filter((name) => counts.get(name)?.length !== 1).length;
  return { reads: await reading.stop(), acts: await acting.stop(), actsNotDoneOnce };
}
