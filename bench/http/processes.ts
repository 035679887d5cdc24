// Starts servers as separate processes on a dedicated core.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { StoredWorld } from '../world/worlds.ts';

/** Everything that is measured runs on this core. */
export const SERVER_CORE = '0';
/** The generators of load run on this core. */
export const CLIENT_CORE = '1';

export interface RunningServer {
  url: string;
  /** Resolves when the server does nothing but wait for requests. */
  isIdle(): Promise<void>;
  /** Processor time so far, of all its threads and of the processes that it started. */
  processorMs(): number;
  /** Resident memory in bytes. */
  residentBytes(): number;
  stop(): Promise<void>;
}

const LOOK_MS = 1000;
/** Fraction of one core. */
const IDLE_SHARE = 0.05;
export const LAUNCHER = fileURLToPath(new URL('../../packages/server/bin/rf.mjs', import.meta.url));

/** rf on the core of the servers. */
export function startRf(args: readonly string[], env: Record<string, string>): Promise<RunningServer> {
  return startOnCore([process.execPath, LAUNCHER, ...args], env);
}

export function serve(
  { folder, databaseUrl }: Pick<StoredWorld, 'folder' | 'databaseUrl'>,
  env: Record<string, string> = {},
): Promise<RunningServer> {
  const settings = {
    PORT: '0',
    RF_DATA_DIR: folder,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    RF_DAILY_RUN: 'off',
    RF_DRAIN_SECONDS: '0',
    // Never reached by the public list, but every request is still counted.
    RF_LIMIT_PUBLIC_SCORES: '999999999',
    ...env,
  };
  return startRf(['serve'], settings);
}

/** Resolves when the process prints its address. */
export async function startOnCore(
  [command, ...args]: readonly [string, ...string[]],
  env: Record<string, string> = {},
): Promise<RunningServer> {
  const child: ChildProcess = spawn('taskset', ['-c', SERVER_CORE, command, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let output = '';
  for await (const text of child.stdout!.setEncoding('utf8')) {
    output += text;
    const url = /listening on (\S+)/.exec(output)?.[1];
    if (url === undefined) continue;
    child.stdout!.resume();
    return {
      url,
      isIdle: () => untilIdle(child.pid!),
      processorMs: () => processorMs(child.pid!),
      residentBytes: () => residentBytes(child.pid!),
      stop: async () => {
        child.kill('SIGTERM');
        await exited;
      },
    };
  }
  throw new Error(`the server exited before it was listening: ${output}`);
}

async function untilIdle(pid: number): Promise<void> {
  for (let before = processorMs(pid); ; ) {
    await wait(LOOK_MS);
    const now = processorMs(pid);
    if (now - before < LOOK_MS * IDLE_SHARE) return;
    before = now;
  }
}

/** User and system time so far, of all threads and of child processes. Linux counts in hundredths of a second. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  const own = (Number(fields[11]) + Number(fields[12])) * 10;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + processorMs(Number(child)), own);
}

function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;
}
