// Starts the server of a checkout on a copy of a demo folder, with a fixed clock and a fixed address.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { holdPort } from '../../packages/server/src/service/held-port.ts';
import { RUN_MARK } from '../../test/support/rf-process.ts';
import { sha256 } from './recording.ts';

export const BASE_URL = 'http://rf.example';
const START_MS = 300_000;

export interface RecordedServer {
  port: number;
  at: string;
  data: string;
  /** The demo's API keys, by name. */
  keys: Record<string, string>;
  stop(): Promise<void>;
}

export async function startRecordedServer(checkout: string, demo: string): Promise<RecordedServer> {
  // Written when the demo is complete: at this instant the demo world has nothing left to catch up.
  const credentials = path.join(demo, 'demo-credentials.json');
  const at = statSync(credentials).mtime.toISOString();
  const { keys } = JSON.parse(readFileSync(credentials, 'utf8')) as { keys: Record<string, string> };
  const data = sha256(readFileSync(path.join(demo, 'rf.sqlite')));
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rf-answers-'));
  cpSync(demo, folder, { recursive: true });
  const { port, release } = holdPort();
  const launcher = path.join(checkout, 'packages/server/bin/rf.mjs');
  const child = spawn(process.execPath, [launcher, 'serve', '--demo'], {
    cwd: checkout,
    env: environment({ port, folder, at }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    release();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await ready(port, () => child.exitCode !== null || child.signalCode !== null);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, at, data, keys, stop };
}

/**
 * Nothing of the caller's settings reaches the server: only what is set here decides how it answers. The data of a demo
 * that ends before today shall not grow, and compiled code is the same wherever it is kept.
 */
function environment({ port, folder, at }: { port: number; folder: string; at: string }): NodeJS.ProcessEnv {
  return {
    ...RUN_MARK,
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    RF_DEMO_UNTIL: process.env.RF_DEMO_UNTIL,
    NODE_OPTIONS: `--import ${new URL('fixed-clock.mjs', import.meta.url)}`,
    RF_ANSWERS_AT: at,
    HOST: '127.0.0.1',
    PORT: String(port),
    RF_DATA_DIR: folder,
    RF_BASE_URL: BASE_URL,
    RF_NODE: 'answers',
    RF_DAILY_RUN: 'off',
    // Lets each request come from an address of its own, so that no limit by address is used up by chance.
    RF_TRUST_PROXY: 'loopback',
  };
}

async function ready(port: number, hasEnded: () => boolean): Promise<void> {
  const end = performance.now() + START_MS;
  while (performance.now() < end) {
    if (hasEnded()) throw new Error('The server ended before it was ready.');
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (answer?.status === 200) return;
    await wait(100);
  }
  throw new Error(`The server was not ready after ${START_MS / 1000} seconds.`);
}
